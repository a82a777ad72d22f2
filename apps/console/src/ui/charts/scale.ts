/** Round numbers from zero to at least `max`, about `wanted` of them: what stands beside an axis of whole things. */
export const ticksTo = (max: number, wanted = 4): number[] => {
  if (max <= 0) return [0, 1];
  const rough = max / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power);
  const count = Math.ceil(max / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
};

/** Which of `count` labels are written when each takes `width` and a place is `band` wide. The newest always is. */
export const isLabelled = (index: number, count: number, band: number, width: number): boolean =>
  (count - 1 - index) % Math.max(1, Math.ceil(width / band)) === 0;

/** Moves labels apart that would cover each other, keeping their order and the space they have. */
export const spread = (wanted: readonly number[], gap: number, low: number, high: number): number[] => {
  const order = wanted.map((at, index) => ({ at, index })).toSorted((a, b) => a.at - b.at);
  let least = low;
  for (const label of order) {
    label.at = Math.max(label.at, least);
    least = label.at + gap;
  }
  let most = high;
  for (const label of order.toReversed()) {
    label.at = Math.min(label.at, most);
    most = label.at - gap;
  }
  const placed = Array.from(wanted);
  for (const { at, index } of order) placed[index] = at;
  return placed;
};
