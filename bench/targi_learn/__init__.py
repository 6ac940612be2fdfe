"""Teaches the search of Targi: policy and network from long searches, a value from how games ended.

python -m bench.targi_learn.generations --out DIR     plays and fits, generation after generation
python -m bench.targi_learn.versions FILE             makes a generation the one that ships
python -m bench.targi_learn.duel NEW OLD --games 200  lets two versions play each other
python -m bench.targi_learn.belief                    tells how well the search guesses an unseen card
python -m bench.targi_learn.orders                    tells what the order of moves costs its thoughts
"""
