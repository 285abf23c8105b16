"""What can be learnt from many games."""

from pegout.moved import install

install()
