// Names of Othello's openings, from Robert Gatliff's list (http://www.samsoft.org.uk/reversi/openings.htm). They are proper names,
// the same in all languages of the page.

/** Lines that begin with c4, each with its name; the longest line that a game begins with counts. */
const LINES = /** @type {Record<string, string>} */ ({
  c4c3: 'Diagonal',
  c4c3d3c5b2: 'X-square',
  c4c3d3c5b3: 'Snake',
  c4c3d3c5b3f3: 'Lysons',
  c4c3d3c5b4: 'Heath',
  c4c3d3c5b4d2d6: 'Heath-Bat',
  c4c3d3c5b4d2e2: 'Iwasaki',
  c4c3d3c5b4e3: 'Heath-Chimney',
  c4c3d3c5b5: 'Raccoon Dog',
  c4c3d3c5b6: 'Rocket',
  c4c3d3c5b6c6b5: 'Hamilton',
  c4c3d3c5b6e3: 'Lollipop',
  c4c3d3c5d6: 'Cow',
  c4c3d3c5d6e3: 'Chimney',
  c4c3d3c5d6f4b4: 'Bat',
  c4c3d3c5d6f4f5: 'Rose-v-Toth',
  c4c3d3c5d6f4f5d2: 'Tanida',
  c4c3d3c5d6f4f5d2b5: 'Aircraft',
  c4c3d3c5d6f4f5d2g4d7: 'Sailboat',
  c4c3d3c5d6f4f5e6c6d7: 'Maruoka',
  c4c3d3c5d6f4f5e6f6: 'Landau',
  c4c3d3c5f6: 'Buffalo',
  c4c3d3c5f6e2c6: 'Maruoka Buffalo',
  c4c3d3c5f6e3c6f5f4g5: 'Tanida Buffalo',
  c4c3d3c5f6f5: 'Hokuriku Buffalo',
  c4c3e6c5: 'Wing',
  c4c3f5c5: 'Semi-Wing',
  c4c5: 'Parallel',
  c4e3: 'Perpendicular',
  c4e3f4c5d6e6: 'Mimura',
  c4e3f4c5d6f3c6: 'Shaman',
  c4e3f4c5d6f3d3: 'Inoue',
  c4e3f4c5d6f3d3c3: 'Iago',
  c4e3f4c5d6f3e2: 'Bhagat',
  c4e3f4c5d6f3e6c3d3e2: 'Rose',
  c4e3f4c5d6f3e6c3d3e2b5: 'Flat',
  c4e3f4c5d6f3e6c3d3e2b5f5: 'Rotating Flat',
  c4e3f4c5d6f3e6c3d3e2b6f5: 'Rose-Birth',
  c4e3f4c5d6f3e6c3d3e2b6f5g5: 'Rose-Birdie',
  c4e3f4c5d6f3e6c3d3e2d2: 'Greenberg',
  c4e3f4c5d6f3e6c6: 'Ralle',
  c4e3f4c5e6: 'Horse',
  c4e3f5b4: 'Ganglion',
  c4e3f5b4f3: 'Swallow',
  c4e3f5e6d3: 'Italian',
  c4e3f5e6f4: 'Cat',
  c4e3f5e6f4c5d6c6f7f3: 'Sakaguchi',
  c4e3f5e6f4c5d6c6f7g5g6: 'Berner',
  c4e3f6b4: 'Bent Ganglion',
  c4e3f6e6f5: 'Tiger',
  c4e3f6e6f5c5c3: 'Stephenson',
  c4e3f6e6f5c5c3b4: 'No-Kung',
  c4e3f6e6f5c5c3c6: 'Comp’Oth',
  c4e3f6e6f5c5c3g5: 'Kung',
  c4e3f6e6f5c5d3: 'Leader’s Tiger',
  c4e3f6e6f5c5d6: 'Brightwell',
  c4e3f6e6f5c5f4g5g4f3c6d3d6: 'Ishii',
  c4e3f6e6f5c5f4g6f7: 'Rose-Bill',
  c4e3f6e6f5c5f4g6f7d3: 'Tamenori',
  c4e3f6e6f5g6: 'Aubrey',
});

/** The symmetries that keep the four discs of the start. @type {((x: number, y: number) => [number, number])[]} */
const SYMMETRIES = [(x, y) => [x, y], (x, y) => [y, x], (x, y) => [7 - x, 7 - y], (x, y) => [7 - y, 7 - x]];

/** @type {import('./openings.js').OpeningFinder} */
export function reversiOpening(line) {
  for (const turn of SYMMETRIES) {
    const moves = line.slice(0, 16).map((point) => turn(point % 8, Math.floor(point / 8)));
    if (moves[0]?.[0] !== 2 || moves[0][1] !== 3) continue;
    const names = moves.map(([x, y]) => `${'abcdefgh'[x]}${y + 1}`);
    for (let length = names.length; length > 1; length--) {
      const name = LINES[names.slice(0, length).join('')];
      if (name) return name;
    }
  }
  return '';
}
