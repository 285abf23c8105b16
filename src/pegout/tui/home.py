"""home"""
from textual.screen import Screen
class HomeScreen(Screen[None]):
    pass
