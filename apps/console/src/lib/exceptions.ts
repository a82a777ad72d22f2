import type { ExceptionState, session as endpoints } from '@patchkeep/contract/session';
import { describeException, type Failure } from '@patchkeep/rules/exceptions';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Caller } from './call.ts';
import { isTold } from './failure.ts';

/** `general`: the console cannot go on. `chunk`: a part of it could not be fetched, probably because it is old. */
export type FullScreen = 'general' | 'chunk';

export interface Exceptions extends ExceptionState {
  fullScreen: FullScreen | null;
}

const nothingShown: Exceptions = {
  showExceptionModal: false,
  exceptionTitle: 'Error',
  exceptionDescription: '',
  requiresLogin: false,
  requiresReload: false,
  showStandardMessage: false,
  fullScreen: null,
};

export interface ExceptionEnvironment {
  call: Caller;
  /** The call that takes reports: a detached tab has one of its own, because it has no session. */
  reportError: typeof endpoints.reportError;
  warn(message: string, cause: unknown): void;
  instanceId: string;
}

export interface ExceptionStore {
  store: StoreApi<Exceptions>;
  show(failure: Failure, options?: { suppressStandardMessage?: boolean }): void;
  showFullScreen(kind: FullScreen, cause?: unknown): void;
  /** A failure that a screen or form shows itself, without the dialog. */
  reportInPlace(failure: Failure): void;
  /** An error that something else has put on the screen, such as a render boundary. */
  reportShown(cause: unknown): void;
  dismiss(): void;
  reset(): void;
}

const rawOf = (cause: unknown): string => {
  if (cause instanceof Error) return (cause.stack ?? String(cause)).slice(0, 4_000);
  try {
    return (JSON.stringify(cause) ?? typeof cause).slice(0, 4_000);
  } catch {
    return typeof cause;
  }
};

export const createExceptions = ({ call, reportError, warn, instanceId }: ExceptionEnvironment): ExceptionStore => {
  const store = createStore<Exceptions>(() => nothingShown);

  const report = (state: ExceptionState, cause: unknown) => {
    call(reportError, { body: { ...state, rawException: rawOf(cause) } }, { retries: 0 }).catch((failed: unknown) =>
      warn('An error could not be reported', failed),
    );
  };

  const showFullScreen = (kind: FullScreen, cause?: unknown) => {
    if (store.getState().fullScreen) return;
    const described = describeException({ type: 0, instanceId });
    store.setState({ ...nothingShown, instanceId, fullScreen: kind }, true);
    report({ ...described, requiresReload: true }, cause ?? kind);
  };

  const show: ExceptionStore['show'] = (failure, options) => {
    if (isTold(failure)) return;
    // 503 has been retried by the call: nothing this tab can do is left.
    if (failure.type === 503) return showFullScreen('general', failure);
    const shown = store.getState();
    const next = describeException(failure, options);
    const isBusy =
      shown.fullScreen !== null || (shown.showExceptionModal && (shown.requiresLogin || shown.requiresReload));
    const isSame = shown.showExceptionModal && shown.exceptionDescription === next.exceptionDescription;
    // Several calls fail together; the first reason to leave the page stays, and a repetition is no news.
    if (isBusy || isSame) return;
    store.setState({ ...nothingShown, ...next }, true);
    report(next, failure);
  };

  return {
    store,
    show,
    showFullScreen,
    reportInPlace: (failure) => report({ ...describeException(failure), showExceptionModal: false }, failure),
    reportShown: (cause) => report(describeException({ type: 0, instanceId }), cause),
    dismiss: () => store.setState(nothingShown, true),
    reset: () => store.setState(nothingShown, true),
  };
};
