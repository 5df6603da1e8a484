"""What forts are called on maps made by chance, by their numbers."""

CASTLES = (
    "Ashgate", "Brackwater", "Cinderhold", "Dunmarrow", "Eastspire", "Fallowkeep", "Grimholt", "Hartstone",
    "Ironmere", "Jackdaw", "Kestrelford", "Larkrise", "Mossgarth", "Nettleburg", "Oxbow", "Pinnacle",
    "Quarrel", "Ravensend", "Saltwick", "Thornbury", "Umberfell", "Vinewall", "Wyrmrest", "Yarrow",
    "Zephyr", "Amberline", "Bellmoor", "Crowsfoot", "Drakemoor", "Elmguard", "Foxglove", "Gallowtree",
    "Hollowhill", "Inkpen", "Juniper", "Kingsash", "Lanternrock", "Millrace", "Northlea", "Oldwatch",
    "Palewood", "Quillon", "Rookery", "Stormcote", "Tallow", "Undertor", "Vesper", "Wolfsden",
    "Yewtower", "Alderfast", "Briarhelm", "Coldbrook", "Dawnbarrow", "Embercliff", "Frostholm", "Goldenrod",
    "Heronsmark", "Ivybridge", "Lowgarde", "Marrowgate", "Overlook", "Ploverhythe", "Redmantle", "Silverden",
)  # fmt: skip
