import type { Operation } from '@patchkeep/contract/operations';
import type { Failure } from '@patchkeep/rules/exceptions';

/** A failed call: what the server said, wrapped with the HTTP status as its type, a note and the tab's id. */
export class CallFailure extends Error implements Failure {
  override readonly name = 'CallFailure';
  readonly type: number;
  readonly code: number | undefined;
  readonly info: Record<string, unknown> | undefined;
  readonly note: string | undefined;
  readonly instanceId: string | undefined;
  readonly operation: Operation | undefined;

  constructor(failure: Failure, cause?: unknown) {
    super(failure.message ?? `The call failed with ${failure.type}`, cause === undefined ? undefined : { cause });
    this.type = failure.type;
    this.code = failure.code;
    this.info = failure.info;
    this.note = failure.note;
    this.instanceId = failure.instanceId;
    this.operation = failure.operation;
  }
}

/** The act awaits a second person: nothing was done, and the gate has said so. */
export const awaitingType = 202;
/** The user looked at a wide act and left it. Not -1, which is a version mismatch (contract/errors.ts). */
export const leftType = -2;
/** Failures that were told already, or that the user chose. */
export const isTold = (thrown: unknown): boolean =>
  thrown instanceof CallFailure && (thrown.type === awaitingType || thrown.type === leftType);
export const isAwaiting = (thrown: unknown): boolean => thrown instanceof CallFailure && thrown.type === awaitingType;

/** Whatever was thrown, as a failure the dialog can describe; 0 means that no answer came at all. */
export const asFailure = (thrown: unknown, instanceId?: string): CallFailure =>
  thrown instanceof CallFailure
    ? thrown
    : new CallFailure(
        { type: 0, message: thrown instanceof Error ? thrown.message : String(thrown), instanceId },
        thrown,
      );
