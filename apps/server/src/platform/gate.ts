import type { ChangeSet } from '@patchkeep/contract/change-sets';
import type { AnyEndpoint, Received, Returned } from '@patchkeep/contract/endpoint';
import type { Context } from './context.ts';

/** What an act would touch, worked out before it is done. */
export interface Impact {
  /** What it does, as the list of changes says it. */
  title: string;
  /** What follows for the hosts, in a sentence: for whoever asks for it and whoever confirms it. */
  effect: string;
  /** The hosts it touches, by their numbers. */
  hostNos: readonly number[];
  /** What it is about. Acts of one person that share one of these add up. */
  about: readonly string[];
  /** What taking it back needs to know. */
  before?: unknown;
}

/** What is kept of an act that was done, for taking it back. */
export interface Kept {
  before: unknown;
  /** What `made` returned of its answer. */
  made: unknown;
}

/** Either the way back, or a sentence that says why there is none; it is shown before the act. */
type WayBack<E extends AnyEndpoint> =
  | {
      /** Brings back what was before. Refuses when something newer stands in the way. */
      undo(context: Context, received: Received<E>, kept: Kept): Promise<void>;
      noUndo?: never;
    }
  | { noUndo: string; undo?: never };

/** An endpoint that can touch many hosts, with what the gate must know of it. Its handler does the act itself. */
export type GatedAct<E extends AnyEndpoint = AnyEndpoint> = WayBack<E> & {
  endpoint: E;
  assessImpact(context: Context, received: Received<E>): Promise<Impact>;
  /** The same caller in the site that the path names. */
  enter?(context: Context, received: Received<E>): Promise<Context>;
  /** It holds for every site of the customer. */
  isOfSystem?: boolean;
  /** A token can only ask for it, however few hosts it touches. */
  isOnlyAskedByTokens?: boolean;
  made?(answer: Returned<E>): unknown;
};

// `any` on purpose, as for lists of endpoints: each act narrows its own.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyGatedAct = GatedAct<any>;

export const gatedAct = <E extends AnyEndpoint>(act: GatedAct<E>): GatedAct<E> => act;

/** The answer to an act that was only asked for: it awaits a second person, and nothing was done. */
export class Awaiting {
  readonly changeSet: ChangeSet;

  constructor(changeSet: ChangeSet) {
    this.changeSet = changeSet;
  }
}
