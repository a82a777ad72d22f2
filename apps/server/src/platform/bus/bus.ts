import { hintWord } from '@patchkeep/contract/hints';
import { z } from 'zod';

/**
 * "Something changed", never what it changed to. A lost hint costs latency, not data: agents poll, consoles refetch.
 */
export const hint = z.object({
  customerId: z.string(),
  siteAccountUuid: z.string().optional(),
  thing: hintWord,
  id: z.string().optional(),
  /** Who wrote the change and remembers it as it is now: nobody else may leave the hint unheeded. */
  by: z.string().max(20).optional(),
});
export type Hint = z.output<typeof hint>;

/** Carries hints between processes. Delivery is at most once and unordered; nothing may depend on more. */
export interface Bus {
  publish(hints: readonly Hint[]): Promise<void>;
  /** Every hint of every process, this one's included. Returns the way to stop listening. */
  subscribe(listen: (hint: Hint) => void): () => void;
  /** The way to the others was broken and is back: hints may have been missed, and what was kept because none came. */
  onGap(listen: () => void): void;
  /** Is the way to the others open? */
  isUp(): boolean;
  close(): Promise<void>;
}

/** Local listeners, and the parsing every adapter owes them: what came over the wire is not believed. */
export const listeners = () => {
  const all = new Set<(hint: Hint) => void>();
  const gaps = new Set<() => void>();
  return {
    onGap: (listen: () => void) => void gaps.add(listen),
    tellGap() {
      for (const listen of gaps) listen();
    },
    subscribe(listen: (hint: Hint) => void) {
      all.add(listen);
      return () => void all.delete(listen);
    },
    deliver(wire: string) {
      for (const received of parse(wire)) for (const listen of all) listen(received);
    },
  };
};

/** Each by itself: a newer server may send words that this one does not know yet, beside some that it does. */
const parse = (wire: string): Hint[] => {
  try {
    return z
      .array(z.unknown())
      .parse(JSON.parse(wire))
      .flatMap((each) => hint.safeParse(each).data ?? []);
  } catch {
    return [];
  }
};
