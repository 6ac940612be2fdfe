"""Teaches the search of Targi: policy and network from long searches, a value from how games ended.

python -m train.targi.generations --out DIR     plays and fits, generation after generation
python -m train.targi.versions FILE             makes a generation the one that ships
python -m train.targi.duel NEW OLD --games 200  lets two versions play each other
python -m train.targi.belief                    tells how well the search guesses an unseen card
python -m train.targi.orders                    tells what the order of moves costs its thoughts
"""
