// Overlays of several panels on one board.

/** @typedef {import('../board/overlay.js').Overlay} Overlay */

/**
 * Joins overlays; of ownership, lines and numbers the last holds.
 *
 * @param {Iterable<Overlay>} overlays
 * @returns {Overlay}
 */
export function mergedOverlay(overlays) {
  /** @type {Required<Overlay>} */
  const merged = { marks: [], strokes: [], candidates: [], line: [], ownership: null, numbers: null };
  for (const overlay of overlays) {
    merged.marks.push(...(overlay.marks ?? []));
    merged.strokes.push(...(overlay.strokes ?? []));
    merged.candidates.push(...(overlay.candidates ?? []));
    if (overlay.line?.length) merged.line = overlay.line;
    merged.ownership = overlay.ownership ?? merged.ownership;
    merged.numbers = overlay.numbers ?? merged.numbers;
  }
  return merged;
}
