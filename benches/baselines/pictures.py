"""A board-like scene as one would draw it with Pillow: at four times its size, made smaller, saved as PNG.

pictures.py HEIGHT COLUMNS ROWS FACES AVATARS SVG: 1000 pixels wide; AVATARS is a folder of pictures, or "-" for drawn faces. The same scene is
written as an SVG for resvg. Prints the processor's time for the first picture and the median of the next ones, in milliseconds, and the file's bytes.
"""

import base64
import io
import json
import os
import statistics
import sys
import time

from PIL import Image, ImageDraw, ImageFont

HEIGHT, COLUMNS, ROWS, FACES = (int(word) for word in sys.argv[1:5])
AVATARS, SVG = sys.argv[5:7]
WIDTH, OVER = 1000, 4
GROUND, PANEL, PALE, TEXT, BLUE, PURPLE, GOLD = "#1d2330", "#2c3446", "#f4f1e8", "#f2f4f8", "#2f7bf0", "#b044dd", "#f2b632"
ROOT = os.path.join(os.path.dirname(__file__), "..", "..", "assets", "fonts")
FONT = os.path.join(ROOT, "Inter-Bold.otf")
NAMES = ["Tiac", "Zac", "UMG", "Myth", "Jana", "Panda", "Shane", "Noel", "Kim", "Ruby", "Otto", "Wren", "Dax", "Ivo", "Lena", "Mats"]

TOP, FOOT, LEFT = 240, 60, 110
CELL = min((WIDTH - 2 * LEFT) / COLUMNS, (HEIGHT - TOP - FOOT) / ROWS)
START = (WIDTH - CELL * COLUMNS) / 2


def cells():
    for row in range(ROWS):
        for column in range(COLUMNS):
            yield column, row, START + column * CELL, TOP + row * CELL


def tokens(turn=0):
    """Where faces are, and how large: two in the plates, the others on squares, one further each turn."""
    places = [(84, 83, 44), (584, 83, 44)]
    squares = list(cells())
    for index in range(FACES - 2):
        column, row, x, y = squares[(index * len(squares) // max(FACES - 2, 1) + turn) % len(squares)]
        places.append((x + CELL / 2, y + CELL / 2, CELL * 0.36))
    return places


def faces():
    if AVATARS == "-":
        return [None] * FACES
    return [Image.open(os.path.join(AVATARS, f"{index}.png")).convert("RGB") for index in range(FACES)]


def fonts():
    return {size: ImageFont.truetype(FONT, size * OVER) for size in (64, 36, 33, 30, 25, 21)}


def creature(draw, x, y, radius, index):
    coat = ["#f6d365", "#8fd3f4", "#f7a8b8", "#a8e6a1", "#f79b5b"][index % 5]
    ground = ["#264e86", "#7a3b69", "#2c6e63", "#8a4b2a"][index % 4]
    circle(draw, x, y, radius, ground)
    circle(draw, x, y + radius * 0.14, radius * 0.66, coat)
    for side in (-1, 1):
        circle(draw, x + side * radius * 0.26, y, radius * 0.18, "#ffffff")
        circle(draw, x + side * radius * 0.26, y, radius * 0.09, "#241c2b")
    draw.arc([v * OVER for v in (x - radius * 0.2, y + radius * 0.12, x + radius * 0.2, y + radius * 0.5)], 20, 160, "#241c2b", int(radius * 0.07 * OVER) + 1)


def circle(draw, x, y, radius, fill):
    draw.ellipse([v * OVER for v in (x - radius, y - radius, x + radius, y + radius)], fill)


def write(draw, fonts, text, x, y, size, fill, anchor="mm"):
    draw.text((x * OVER, y * OVER), text, fill, fonts[size], anchor)


def scene(faces, fonts, turn=0):
    image = Image.new("RGB", (WIDTH * OVER, HEIGHT * OVER), GROUND)
    draw = ImageDraw.Draw(image)
    for index, x in enumerate((24, 508)):
        draw.rounded_rectangle([v * OVER for v in (x, 24, x + 468, 142)], 18 * OVER, PALE if index else PANEL)
        write(draw, fonts, NAMES[index], x + 120, 60, 36, GROUND if index else TEXT, "lm")
        write(draw, fonts, str(3 + index), x + 440, 70, 64, GROUND if index else TEXT, "rm")
        write(draw, fonts, "of 6", x + 440, 118, 25, PURPLE, "rm")
    write(draw, fonts, "Tiac moves the Guard to the left", 500, 171, 33, TEXT)
    for column, row, x, y in cells():
        fill = (PALE, GOLD, PALE, PANEL)[(column * 3 + row * 5) % 4]
        draw.rounded_rectangle([v * OVER for v in (x + 3, y + 3, x + CELL - 3, y + CELL - 3)], 14 * OVER, fill)
        if fill == GOLD:
            draw.ellipse([v * OVER for v in (x + CELL * 0.15, y + CELL * 0.15, x + CELL * 0.85, y + CELL * 0.85)], None, "#c08a10", 5 * OVER)
        if row == 0:
            write(draw, fonts, "ABCDEFGHIJ"[column], x + CELL / 2, TOP - 24, 30, "#aab3c5")
        if column == 0:
            write(draw, fonts, str(row + 1), START - 24, y + CELL / 2, 30, "#aab3c5")
    for row in range(1, ROWS):
        y = TOP + row * CELL
        draw.line([v * OVER for v in (START, y, START + COLUMNS * CELL, y - CELL / 2)], "#66718a", 8 * OVER)
    for index, (x, y, radius) in enumerate(tokens(turn)):
        circle(draw, x, y, radius, BLUE if index % 2 else PURPLE)
        inner = radius - max(2.5, radius * 0.13)
        if faces[index] is None:
            creature(draw, x, y, inner, index)
        else:
            side = int(inner * 2 * OVER)
            mask = Image.new("L", (side, side), 0)
            ImageDraw.Draw(mask).ellipse((0, 0, side - 1, side - 1), 255)
            image.paste(faces[index].resize((side, side), Image.BICUBIC), (int((x - inner) * OVER), int((y - inner) * OVER)), mask)
        if index > 1:
            write(draw, fonts, NAMES[index % len(NAMES)], x, y + radius + 12, 21, GROUND)
    for index, text in enumerate(("white: twice more", "yellow: once more", "red: closed")):
        x = 110 + index * 270
        draw.rounded_rectangle([v * OVER for v in (x, HEIGHT - 46, x + 34, HEIGHT - 12)], 6 * OVER, (PALE, GOLD, "#c4362c")[index])
        write(draw, fonts, text, x + 44, HEIGHT - 29, 25, "#aab3c5", "lm")
    return image.resize((WIDTH, HEIGHT), Image.LANCZOS)


def picture(faces, fonts):
    file = io.BytesIO()
    scene(faces, fonts).save(file, "PNG")
    return file.getvalue()


def svg():
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{WIDTH}" height="{HEIGHT}" font-family="Inter" font-weight="bold">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>']

    def text(words, x, y, size, fill, anchor="middle"):
        out.append(f'<text x="{x}" y="{y + size * 0.36}" font-size="{size}" fill="{fill}" text-anchor="{anchor}">{words}</text>')

    for index, x in enumerate((24, 508)):
        out.append(f'<rect x="{x}" y="24" width="468" height="118" rx="18" fill="{PALE if index else PANEL}"/>')
        text(NAMES[index], x + 120, 60, 36, GROUND if index else TEXT, "start")
        text(str(3 + index), x + 440, 70, 64, GROUND if index else TEXT, "end")
        text("of 6", x + 440, 118, 25, PURPLE, "end")
    text("Tiac moves the Guard to the left", 500, 171, 33, TEXT)
    for column, row, x, y in cells():
        fill = (PALE, GOLD, PALE, PANEL)[(column * 3 + row * 5) % 4]
        out.append(f'<rect x="{x + 3}" y="{y + 3}" width="{CELL - 6}" height="{CELL - 6}" rx="14" fill="{fill}"/>')
        if fill == GOLD:
            out.append(f'<circle cx="{x + CELL / 2}" cy="{y + CELL / 2}" r="{CELL * 0.35}" fill="none" stroke="#c08a10" stroke-width="5"/>')
        if row == 0:
            text("ABCDEFGHIJ"[column], x + CELL / 2, TOP - 24, 30, "#aab3c5")
        if column == 0:
            text(row + 1, START - 24, y + CELL / 2, 30, "#aab3c5")
    for row in range(1, ROWS):
        y = TOP + row * CELL
        out.append(f'<line x1="{START}" y1="{y}" x2="{START + COLUMNS * CELL}" y2="{y - CELL / 2}" stroke="#66718a" stroke-width="8"/>')
    for index, (x, y, radius) in enumerate(tokens()):
        out.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{BLUE if index % 2 else PURPLE}"/>')
        inner = radius - max(2.5, radius * 0.13)
        if AVATARS == "-":
            coat = ["#f6d365", "#8fd3f4", "#f7a8b8", "#a8e6a1", "#f79b5b"][index % 5]
            ground = ["#264e86", "#7a3b69", "#2c6e63", "#8a4b2a"][index % 4]
            out.append(f'<circle cx="{x}" cy="{y}" r="{inner}" fill="{ground}"/><circle cx="{x}" cy="{y + inner * 0.14}" r="{inner * 0.66}" fill="{coat}"/>')
            for side in (-1, 1):
                out.append(f'<circle cx="{x + side * inner * 0.26}" cy="{y}" r="{inner * 0.18}" fill="#fff"/><circle cx="{x + side * inner * 0.26}" cy="{y}" r="{inner * 0.09}" fill="#241c2b"/>')
        else:
            with open(os.path.join(AVATARS, f"{index}.png"), "rb") as file:
                data = base64.b64encode(file.read()).decode()
            out.append(f'<clipPath id="c{index}"><circle cx="{x}" cy="{y}" r="{inner}"/></clipPath>'
                       f'<image x="{x - inner}" y="{y - inner}" width="{inner * 2}" height="{inner * 2}" clip-path="url(#c{index})" xlink:href="data:image/png;base64,{data}"/>')
        if index > 1:
            text(NAMES[index % len(NAMES)], x, y + radius + 12, 21, GROUND)
    for index, words in enumerate(("white: twice more", "yellow: once more", "red: closed")):
        x = 110 + index * 270
        out.append(f'<rect x="{x}" y="{HEIGHT - 46}" width="34" height="34" rx="6" fill="{(PALE, GOLD, "#c4362c")[index]}"/>')
        text(words, x + 44, HEIGHT - 29, 25, "#aab3c5", "start")
    out.append("</svg>")
    return "\n".join(out)


def main():
    with open(SVG, "w") as file:
        file.write(svg())
    # Pictures are opened and fonts read before, as a bot that runs has them.
    avatars, letters = faces(), fonts()
    times = []
    for _ in range(4):
        begun = time.process_time()
        data = picture(avatars, letters)
        times.append((time.process_time() - begun) * 1000)
    print(json.dumps({"cold_ms": times[0], "warm_ms": statistics.median(times[1:]), "bytes": len(data)}))


if __name__ == "__main__":
    main()
