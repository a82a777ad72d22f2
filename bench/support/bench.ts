/** One side of a comparison: does its work for a while and says how many per second, or what one of them costs. */
export type Side = (seconds: number) => Promise<number>;

export interface Bench {
  id: string;
  /** What is compared, for the reader of the output. */
  what: string;
  /** The ratio the product promises: at least this for rates, at most for costs. */
  goal: number;
  isCost?: boolean;
  /** Fewer where a round is long; at least seven. */
  rounds?: number;
  /** Short: to see that it runs, on as little as that takes. */
  start(isShort: boolean): Promise<{ ours: Side; bare: Side; stop(): Promise<void> }>;
}

export interface Result {
  id: string;
  ratio: number;
  rounds: { ours: number; bare: number; ratio: number }[];
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
};

/** Both sides in turn, round by round: these machines are noisy, and noise that hits both cancels out. */
export const measure = async (
  { id, start }: Bench,
  rounds: number,
  seconds: number,
  isShort = false,
): Promise<Result> => {
  const { ours, bare, stop } = await start(isShort);
  try {
    await ours(seconds);
    await bare(seconds);
    const measured: Result['rounds'] = [];
    for (let round = 0; round < rounds; round++) {
      // Who goes first alternates, so that a slow drift favours neither.
      const first = round % 2 === 0 ? ours : bare;
      const one = await first(seconds);
      const two = await (first === ours ? bare : ours)(seconds);
      const [our, their] = first === ours ? [one, two] : [two, one];
      measured.push({ ours: our, bare: their, ratio: our / their });
    }
    return { id, ratio: median(measured.map(({ ratio }) => ratio)), rounds: measured };
  } finally {
    await stop();
  }
};
