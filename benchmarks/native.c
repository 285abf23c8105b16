/* The same work, hand-written in C, as a measure of the machine: compiled by benchmarks/native.py.
 *
 * The tables are those of pegout.kernel.score_tables, handed in by the caller. Cards are rank * 4 + suit.
 */

#include <stdint.h>
#include <string.h>

typedef struct {
    const int16_t *two_of;     /* [13][13]: the number of a pair of ranks */
    const int16_t *four_of;    /* [91][91]: the number of the set of four that two pairs make */
    const int8_t *show_four;   /* [1820][13]: its points with a starter of each rank */
    const int8_t *rows;        /* [1820][52]: the same with each card */
    const int32_t *left_four;  /* [1820]: their sum over the 48 cards that are not in the set */
    const int8_t *discarded;   /* [15][2]: the places of each discard */
    const int8_t *kept;        /* [15][4]: the places of the cards that it keeps */
} Tables;

static inline int four(const Tables *t, int a, int b, int c, int d)
{
    return t->four_of[t->two_of[(a >> 2) * 13 + (b >> 2)] * 91 + t->two_of[(c >> 2) * 13 + (d >> 2)]];
}

static inline int suited(int a, int b, int c, int d)
{
    return (((a ^ b) | (a ^ c) | (a ^ d)) & 3) == 0;
}

static inline int show(const Tables *t, int a, int b, int c, int d, int starter, int in_crib)
{
    int points = t->show_four[four(t, a, b, c, d) * 13 + (starter >> 2)];
    if (suited(a, b, c, d))
        points += ((a ^ starter) & 3) == 0 ? 5 : in_crib ? 0 : 4;
    int jack = 40 | (starter & 3);
    return points + (a == jack || b == jack || c == jack || d == jack);
}

/* Every hand with every starter, one by one: the sum of all points. */
int64_t count_one_by_one(const Tables *t)
{
    int64_t sum = 0;
    for (int a = 0; a < 52; a++)
        for (int b = a + 1; b < 52; b++)
            for (int c = b + 1; c < 52; c++)
                for (int d = c + 1; d < 52; d++)
                    for (int s = 0; s < 52; s++)
                        if (s != a && s != b && s != c && s != d)
                            sum += show(t, a, b, c, d, s, 0);
    return sum;
}

/* Hands of four with a row of all starters at once, in the layout of pegout.kernel.count_rows. */
void count_rows(const Tables *t, const int8_t *hands, int64_t number, int8_t *points)
{
    for (int64_t at = 0; at < number; at++) {
        const int8_t *hand = hands + 4 * at;
        int8_t *row = points + 52 * at, extra[4] = {0, 0, 0, 0};
        if (suited(hand[0], hand[1], hand[2], hand[3])) {
            memset(extra, 4, 4);
            extra[hand[0] & 3] = 5;
        }
        for (int place = 0; place < 4; place++)
            extra[hand[place] & 3] += hand[place] >> 2 == 10;
        int32_t more, words[13];
        memcpy(&more, extra, 4);
        memcpy(words, t->rows + 52 * four(t, hand[0], hand[1], hand[2], hand[3]), 52);
        for (int rank = 0; rank < 13; rank++)
            words[rank] += more; /* no sum of a byte reaches 128 */
        memcpy(row, words, 52);
        for (int place = 0; place < 4; place++)
            row[hand[place]] = -1;
    }
}

/* All fifteen discards of hands of six, the crib by a table: pegout.evaluation.discard_values. */
void value_discards(const Tables *t, const int8_t *hands, int64_t number, const double *cribs,
                    int sign, double *values)
{
    for (int64_t at = 0; at < number; at++) {
        const int8_t *hand = hands + 6 * at;
        int by_suit[4] = {0, 0, 0, 0}, hope[6], jacks = 0;
        for (int place = 0; place < 6; place++)
            by_suit[hand[place] & 3]++;
        for (int place = 0; place < 6; place++) {
            hope[place] = hand[place] >> 2 == 10 ? 13 - by_suit[hand[place] & 3] : 0;
            jacks += hope[place];
        }
        for (int discard = 0; discard < 15; discard++) {
            const int8_t *keep = t->kept + 4 * discard, *away = t->discarded + 2 * discard;
            int a = hand[keep[0]], b = hand[keep[1]], c = hand[keep[2]], d = hand[keep[3]];
            int one = hand[away[0]], other = hand[away[1]];
            int set = four(t, a, b, c, d), nobs = hope[away[0]] + hope[away[1]];
            int total = t->left_four[set] - t->show_four[set * 13 + (one >> 2)]
                        - t->show_four[set * 13 + (other >> 2)] + jacks - nobs;
            if (suited(a, b, c, d))
                total += 4 * 46 + 13 - by_suit[a & 3];
            int same = ((one ^ other) & 3) == 0;
            double crib = cribs[same * 169 + (one >> 2) * 13 + (other >> 2)] + nobs / 46.0;
            values[15 * at + discard] = total / 46.0 + sign * crib;
        }
    }
}

/* Whole games of two, to 121, with random choices ------------------------------------------------ */

static inline uint32_t below(uint64_t *chance, uint32_t number)
{
    /* xorshift64*, by S. Vigna; a product maps it to the range, with a negligible bias. */
    *chance ^= *chance >> 12;
    *chance ^= *chance << 25;
    *chance ^= *chance >> 27;
    return (uint32_t)(((*chance * 2685821657736338717u >> 32) * number) >> 32);
}

static inline int value(int rank)
{
    return rank < 9 ? rank + 1 : 10;
}

/* What the last card of a pile scores: pairs, runs, fifteen and thirty-one. */
static int pegs(const int *pile, int size, int count)
{
    int points = count == 15 || count == 31 ? 2 : 0, alike = 1;
    while (alike < size && pile[size - 1 - alike] == pile[size - 1])
        alike++;
    points += alike * (alike - 1);
    for (int length = size < 7 ? size : 7; length >= 3; length--) {
        uint32_t seen = 0;
        for (int at = size - length; at < size; at++)
            seen |= 1u << pile[at];
        uint32_t low = seen & -seen;
        if (seen == low * ((1u << length) - 1))
            return points + length;
    }
    return points;
}

static int play_deal(const Tables *t, int8_t *pack, int dealer, int *scores, uint64_t *chance)
{
    int hands[2][4], left[2] = {4, 4}, kept[2][4], crib[4];
    for (int place = 0; place < 13; place++) {
        int other = place + below(chance, 52 - place);
        int8_t card = pack[other];
        pack[other] = pack[place];
        pack[place] = card;
    }
    for (int seat = 0; seat < 2; seat++) {
        int discard = below(chance, 15);
        for (int place = 0; place < 4; place++)
            hands[seat][place] = kept[seat][place] = pack[6 * seat + t->kept[4 * discard + place]];
        for (int place = 0; place < 2; place++)
            crib[2 * seat + place] = pack[6 * seat + t->discarded[2 * discard + place]];
    }
    int starter = pack[12];
#define SCORE(side, points) if ((scores[side] += (points)) >= 121) { scores[side] = 121; return 1; }
    if (starter >> 2 == 10)
        SCORE(dealer, 2)
    int pile[13], size = 0, count = 0, seat = 1 - dealer, last = 0;
    while (left[0] + left[1]) {
        int fits[4], number = 0;
        for (int place = 0; place < left[seat]; place++)
            if (count + value(hands[seat][place] >> 2) <= 31)
                fits[number++] = place;
        if (!number) {
            int others = 0;
            for (int place = 0; place < left[1 - seat]; place++)
                others |= count + value(hands[1 - seat][place] >> 2) <= 31;
            if (!others) {
                SCORE(last, 1)
                count = size = 0;
                seat = 1 - last;
                if (!left[seat])
                    seat = last;
                continue;
            }
            seat = 1 - seat;
            continue;
        }
        int place = fits[number == 1 ? 0 : below(chance, number)];
        int rank = hands[seat][place] >> 2;
        hands[seat][place] = hands[seat][--left[seat]];
        pile[size++] = rank;
        count += value(rank);
        last = seat;
        SCORE(seat, pegs(pile, size, count))
        if (count == 31) {
            count = size = 0;
            if (!(left[0] + left[1]))
                goto counted; /* the point for the last card is in the two for thirty-one */
        }
        seat = left[1 - seat] ? 1 - seat : seat;
    }
    SCORE(last, 1)
counted:
    for (int turn = 0; turn < 2; turn++) {
        int side = turn ? dealer : 1 - dealer, *hand = kept[side];
        SCORE(side, show(t, hand[0], hand[1], hand[2], hand[3], starter, 0))
    }
    SCORE(dealer, show(t, crib[0], crib[1], crib[2], crib[3], starter, 1))
#undef SCORE
    return 0;
}

/* Play games; scores[number][2]; seat i % 2 deals first in game i. Return the number of deals. */
int64_t play_random(const Tables *t, int64_t number, uint64_t seed, int16_t *scores)
{
    uint64_t chance = seed | 1;
    int64_t deals = 0;
    int8_t pack[52];
    for (int card = 0; card < 52; card++)
        pack[card] = card;
    for (int64_t game = 0; game < number; game++) {
        int found[2] = {0, 0}, dealer = game % 2;
        while (deals++, !play_deal(t, pack, dealer, found, &chance))
            dealer = 1 - dealer;
        scores[2 * game] = found[0];
        scores[2 * game + 1] = found[1];
    }
    return deals;
}
