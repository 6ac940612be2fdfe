"""Training of the search of Targi: policy and network from long searches, a value from final margins.

python -m train.targi.generations --out DIR     plays and fits, generation after generation
python -m train.targi.versions FILE             makes a generation the one that ships
python -m train.targi.duel NEW OLD --games 200  plays a match of two versions
python -m train.targi.belief                    measures the belief about an unseen card
python -m train.targi.orders                    measures the cost of the order of moves
"""
