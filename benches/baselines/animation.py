"""The scene of pictures.py as an animation: every face moves on each turn, and Pillow writes a GIF of all the frames.

animation.py HEIGHT COLUMNS ROWS FACES AVATARS SVG TURNS: as pictures.py; prints the processor's time in milliseconds and the file's bytes.
"""

import io
import json
import sys
import time

sys.dont_write_bytecode = True
import pictures

TURNS = int(sys.argv[7])
avatars, letters = pictures.faces(), pictures.fonts()
begun = time.process_time()
frames = [pictures.scene(avatars, letters, turn) for turn in range(TURNS)]
file = io.BytesIO()
frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=900, loop=0)
print(json.dumps({"ms": (time.process_time() - begun) * 1000, "bytes": len(file.getvalue())}))
