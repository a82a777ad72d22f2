import { type Cpu, metered, sumOf } from './cpu.ts';

/** What a side did that says more than a number: how many a second, how many in all, what the programs took for it. */
export interface Done {
  rate: number;
  units: number;
  cpu: Cpu;
}

/** One side of a comparison: does its work for a while and says how many per second, or what one of them costs. */
export type Side = (seconds: number) => Promise<number | Done>;

export interface Bench {
  id: string;
  /** What is compared, for the reader of the output. */
  what: string;
  /** The ratio the product promises: at least this for rates, at most for costs. */
  goal: number;
  isCost?: boolean;
  /** The processor time of one is compared, not how many come through in a second: what else runs there counts less. */
  isByCpu?: boolean;
  /** Fewer where a round is long; at least seven. */
  rounds?: number;
  /** Short: to see that it runs, on as little as that takes. */
  start(isShort: boolean): Promise<{ ours: Side; bare: Side; stop(): Promise<void> }>;
}

interface Round {
  ours: number;
  bare: number;
  ratio: number;
}

export interface Result {
  id: string;
  ratio: number;
  rounds: Round[];
  /** Microseconds of processor for one, by program; the median of the rounds. Empty where one is no unit of work. */
  cpu: { ours: Cpu; bare: Cpu };
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
};

/** Programs of the other side have their own to do at the end of their turn: that is no cost of this one. */
const foreign = { ours: ['bare'], bare: ['server', 'signer'] };

const doneBy = async (side: Side, which: 'ours' | 'bare', seconds: number): Promise<Done> => {
  const { result, cpu } = await metered(() => side(seconds));
  const done = typeof result === 'number' ? { rate: result, units: result * seconds, cpu } : result;
  const isBareProgram = which === 'bare' && done.cpu.has('bare');
  const own = [...done.cpu].filter(([name]) => (isBareProgram ? name === 'bare' : !foreign[which].includes(name)));
  return { ...done, cpu: new Map(own) };
};

const microsecondsEach = ({ cpu, units }: Done): Cpu =>
  new Map([...cpu].map(([name, seconds]) => [name, (seconds * 1e6) / units]));

const mediansOf = (all: readonly Done[]): Cpu => {
  const each = all.map(microsecondsEach);
  const names = [...new Set(each.flatMap((cpu) => [...cpu.keys()]))];
  return new Map(names.map((name) => [name, median(each.map((cpu) => cpu.get(name) ?? 0))]));
};

/** Both sides in turn, round by round: these machines are noisy, and noise that hits both cancels out. */
export const measure = async (
  { id, start, isByCpu = false, isCost = false }: Bench,
  rounds: number,
  seconds: number,
  isShort = false,
): Promise<Result> => {
  const { ours, bare, stop } = await start(isShort);
  try {
    await ours(seconds);
    await bare(seconds);
    const done: { our: Done; their: Done }[] = [];
    for (let round = 0; round < rounds; round++) {
      // Who goes first alternates, so that a slow drift favours neither.
      const isFirst = round % 2 === 0;
      const early = isFirst ? undefined : await doneBy(bare, 'bare', seconds);
      const our = await doneBy(ours, 'ours', seconds);
      done.push({ our, their: early ?? (await doneBy(bare, 'bare', seconds)) });
    }
    const costOf = (side: Done): number => sumOf(microsecondsEach(side));
    const measured = done.map(({ our, their }): Round => {
      if (isByCpu) return { ours: costOf(our), bare: costOf(their), ratio: costOf(their) / costOf(our) };
      return { ours: our.rate, bare: their.rate, ratio: our.rate / their.rate };
    });
    const cpuOf = (which: 'our' | 'their'): Cpu => (isCost ? new Map() : mediansOf(done.map((each) => each[which])));
    const ratio = median(measured.map((round) => round.ratio));
    return { id, ratio, rounds: measured, cpu: { ours: cpuOf('our'), bare: cpuOf('their') } };
  } finally {
    await stop();
  }
};
