// Merges the overlays of several panels.

/** @typedef {import('../board/overlay.js').Overlay} Overlay */

/**
 * Merges overlays; for ownership, lines and numbers the last one counts.
 *
 * @param {Iterable<Overlay>} overlays
 * @returns {Overlay}
 */
export function mergedOverlay(overlays) {
  /** @type {Required<Overlay>} */
  const merged = { marks: [], strokes: [], candidates: [], line: [], ownership: null, numbers: null, labels: [], arrows: [] };
  for (const overlay of overlays) {
    merged.marks.push(...(overlay.marks ?? []));
    merged.strokes.push(...(overlay.strokes ?? []));
    merged.labels.push(...(overlay.labels ?? []));
    merged.arrows.push(...(overlay.arrows ?? []));
    merged.candidates.push(...(overlay.candidates ?? []));
    if (overlay.line?.length) merged.line = overlay.line;
    merged.ownership = overlay.ownership ?? merged.ownership;
    merged.numbers = overlay.numbers ?? merged.numbers;
  }
  return merged;
}
