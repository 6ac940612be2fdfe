// One sweep of value iteration over all positions of Exxtra for three players.
//
// A position is (p0, p1, p2, d1, d2): the pawns of the player to throw and of the two who follow, and the dice
// of those two on the table (0: none, or on slot 0; then slot by slot, rank by rank). Every value is a pair:
// the chance to win of the player to throw and of the next one; the third has what is left to one.
// REAL and BODY are set by whoever compiles this: float or double.

#define GOAL 21
#define RANKS 30
#define DICE 151
#define SLOTS 6
#define TABLE (DICE * DICE)

__device__ __forceinline__ int slot_of(int dice) { return dice ? (dice - 1) / RANKS + 1 : 0; }
__device__ __forceinline__ int rank_of(int dice) { return dice ? (dice - 1) % RANKS : -1; }
__device__ __forceinline__ int dice_at(int slot, int rank) { return slot ? 1 + (slot - 1) * RANKS + rank : 0; }
__device__ __forceinline__ long long at(int p0, int p1, int p2, int d1, int d2) {
    return ((((long long)p0 * GOAL + p1) * GOAL + p2) * DICE + d1) * DICE + d2;
}

struct Pair { REAL mine, next; };

// The options of a decision are mixed by exp(value / tau): equal ones share evenly.
__device__ Pair mixed(const Pair* options, int count, REAL per_tau) {
    REAL most = options[0].mine;
    for (int i = 1; i < count; i++) most = max(most, options[i].mine);
    REAL weight = 0, mine = 0, next = 0;
    for (int i = 0; i < count; i++) {
        REAL w = exp((options[i].mine - most) * per_tau);
        weight += w; mine += w * options[i].mine; next += w * options[i].next;
    }
    return {mine / weight, next / weight};
}

// What a kept throw of every rank is worth, with the choice to throw again: a block has p0, p1, p2 and d2, a
// thread has d1. `plain` receives the sums over throws without a pair (first throw, later throw with its
// busts), `paired` what a pair of 1, 2, 3 is worth once the pawn has advanced to p0.
extern "C" __global__ void decide(const REAL* first_mine, const REAL* first_next, const REAL* again_mine,
                                  const REAL* again_next, REAL* plain, REAL* paired, const REAL* chance_first,
                                  const REAL* chance_again, REAL per_tau, long long size) {
    __shared__ REAL mine[2 * SLOTS][DICE], next[2 * SLOTS][DICE];
    __shared__ REAL bust_mine[2][SLOTS], bust_next[2][SLOTS];
    int d2 = blockIdx.x % DICE, triple = blockIdx.x / DICE;
    int p2 = triple % GOAL, p1 = triple / GOAL % GOAL, p0 = triple / (GOAL * GOAL);
    for (int i = threadIdx.x; i < 2 * SLOTS * DICE; i += blockDim.x) {
        int own = i % DICE, removed = i / DICE % 2, steps = i / (2 * DICE);
        if (p1 + steps < GOAL) {
            long long there = at(p1 + steps, p2, p0, removed ? 0 : d2, own);
            mine[i / DICE][own] = 1 - first_mine[there] - first_next[there];
            next[i / DICE][own] = first_mine[there];
        } else {
            mine[i / DICE][own] = 0;
            next[i / DICE][own] = 1;
        }
    }
    if (threadIdx.x < 2 * SLOTS) {
        int back = threadIdx.x / SLOTS + 1, steps = threadIdx.x % SLOTS;
        if (p1 + steps < GOAL) {
            long long there = at(p1 + steps, p2, max(p0 - back, 0), d2, 0);
            bust_mine[back - 1][steps] = 1 - first_mine[there] - first_next[there];
            bust_next[back - 1][steps] = first_mine[there];
        } else {
            bust_mine[back - 1][steps] = 0;
            bust_next[back - 1][steps] = 1;
        }
    }
    __syncthreads();
    int d1 = threadIdx.x;
    if (d1 >= DICE) return;
    int a = slot_of(d1), u = rank_of(d1), b = slot_of(d2), v = rank_of(d2);
    if (a && a == b) return;
    long long here = at(p0, p1, p2, d1, d2);
    Pair options[SLOTS + 1];
    options[0] = {again_mine[here], again_next[here]};
    REAL sums[4] = {0, 0, 0, 0};
    for (int rank = 0; rank < RANKS; rank++) {
        int count = 1;
        for (int slot = 0; slot < SLOTS; slot++) {
            if (slot && (slot == a || slot == b)) continue;
            int steps = a > slot && u <= rank ? 0 : a;
            int row = 2 * steps + (b > slot && v <= rank);
            int own = dice_at(slot, rank);
            options[count++] = {mine[row][own], next[row][own]};
        }
        Pair worth = mixed(options, count, per_tau);
        int pair = rank == 2 ? 0 : rank == 5 ? 1 : rank == 9 ? 2 : -1;
        if (pair >= 0) {
            paired[(2 * pair) * size + here] = worth.mine;
            paired[(2 * pair + 1) * size + here] = worth.next;
        } else {
            sums[0] += chance_first[rank] * worth.mine;
            sums[1] += chance_first[rank] * worth.next;
            sums[2] += chance_again[rank] * worth.mine;
            sums[3] += chance_again[rank] * worth.next;
        }
    }
    sums[2] += (10 * bust_mine[0][a] + bust_mine[1][a]) / 36;
    sums[3] += (10 * bust_next[0][a] + bust_next[1][a]) / 36;
    for (int i = 0; i < 4; i++) plain[i * size + here] = sums[i];
}

// Adds the pairs, which advance the pawn at once and may win; notes the largest change.
extern "C" __global__ void combine(REAL* first_mine, REAL* first_next, REAL* again_mine, REAL* again_next,
                                   const REAL* plain, const REAL* paired, float* change, long long size) {
    long long here = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    float most = 0;
    if (here < size) {
        int d2 = here % DICE, d1 = here / DICE % DICE, p0 = here / ((long long)TABLE * GOAL * GOAL);
        int a = slot_of(d1);
        if (!(a && a == slot_of(d2))) {
            REAL mine = 0, next = 0;
            for (int steps = 1; steps <= 3; steps++) {
                if (p0 + steps >= GOAL) { mine += 1; continue; }
                long long there = here + (long long)steps * GOAL * GOAL * TABLE;
                mine += paired[(2 * steps - 2) * size + there];
                next += paired[(2 * steps - 1) * size + there];
            }
            mine /= 36; next /= 36;
            REAL values[4] = {plain[here] + mine, plain[size + here] + next,
                              plain[2 * size + here] + mine, plain[3 * size + here] + next};
            REAL* into[4] = {first_mine, first_next, again_mine, again_next};
            for (int i = 0; i < 4; i++) {
                most = fmaxf(most, fabsf((float)(values[i] - into[i][here])));
                into[i][here] = values[i];
            }
        }
    }
    for (int step = 16; step; step /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, step));
    if (threadIdx.x % 32 == 0 && most > 0) atomicMax((int*)change, __float_as_int(most));
}
