import { type ActPreview, actPreview, awaitingAnswer, type ChangeSet } from '@patchkeep/contract/change-sets';
import { constants, wire } from '@patchkeep/contract/constants';
import { type AnyEndpoint, type Answer, type Call, uiBase } from '@patchkeep/contract/endpoint';
import { type ErrorBody, stepUpCode, versionMismatchType } from '@patchkeep/contract/errors';
import type { Operation } from '@patchkeep/contract/operations';
import { awaitingType, CallFailure, leftType } from './failure.ts';
import { saysMore, type ShownAct } from './wide-acts.ts';

export interface CallEnvironment {
  fetch(address: string, init: RequestInit): Promise<Response>;
  wait(ms: number): Promise<void>;
  instanceId: string;
  /** Where its endpoints live; the console's own calls where nothing is said. */
  base?: string;
  /** Sent as the bearer token by a tab that has one instead of a session. */
  bearer?: string | undefined;
  csrf(): string | undefined;
  /** The site that the tab shows: its calls name it, so that none is about another one. */
  siteId?(): string | undefined;
  /** True once after real input of the user; asking clears it. */
  takeActivity(): boolean;
  /** Shows what a wide act would do; true when the user wants it. */
  confirmWide?(preview: ActPreview): Promise<boolean>;
  /** Asks the user to prove that it is them; true when they did. */
  stepUp?(): Promise<boolean>;
  /** Tells that an act awaits a second person. */
  onAwaiting?(changeSet: ChangeSet): void;
  /** Told before each retry of a busy server, and with 0 when the call is over. */
  onRetry?(attempt: number, of: number): void;
}

export interface CallOptions {
  /** Names what was attempted in the sentence of a failure. */
  operation?: Operation;
  note?: string;
  signal?: AbortSignal;
  /** Sent as it is, for an endpoint whose body is a file. */
  file?: Blob;
  /** Further fields of the call, for a protocol that has its own. */
  headers?: Readonly<Record<string, string>>;
  /** What the page has just shown of an act on hosts; without it every wide act is shown before it is written. */
  shown?: ShownAct | undefined;
  /** The call is about this site instead of the one that the tab shows. */
  siteId?: string | undefined;
  /** How often a 503 is tried again; the login page asks for none and says so instead. */
  retries?: number;
}

/** What a caller gives: the instance id is added here, to every request, by nobody else. */
export type Given<E> =
  Call<E> extends { query: infer Q extends object }
    ? Omit<Call<E>, 'query'> & { query: Omit<Q, typeof wire.instanceParam> }
    : Call<E>;

export type Caller = <E extends AnyEndpoint>(endpoint: E, given: Given<E>, options?: CallOptions) => Promise<Answer<E>>;

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

/** The address of an endpoint below the base path, with the tab's id among its query params. */
export const addressOf = (
  endpoint: AnyEndpoint,
  { params, query }: Parts,
  instanceId: string,
  base: string = uiBase,
): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  search.set(wire.instanceParam, instanceId);
  return `${base}${path}?${search}`;
};

/** Undefined for what is no JSON. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  return text === '' ? {} : jsonOf(text);
};

/** A proxy may answer with a page of its own; then the status is all that is known. */
const errorBodyOf = (body: unknown): ErrorBody => {
  if (typeof body !== 'object' || body === null) return {};
  const { code, message, info } = body as Record<string, unknown>;
  return {
    ...(typeof code === 'number' && { code }),
    ...(typeof message === 'string' && { message }),
    ...(typeof info === 'object' && info !== null && { info: info as Record<string, unknown> }),
  };
};

/** Calls any endpoint of the contract; the answer is parsed, so a drifting server fails loudly here. */
export const createCall = (environment: CallEnvironment): Caller => {
  const { instanceId } = environment;
  let initialVersion: string | undefined;

  const send = async (address: string, init: RequestInit, retries: number): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const response = await environment.fetch(address, init);
      if (response.status !== 503 || attempt > retries) return response;
      environment.onRetry?.(attempt, retries);
      await environment.wait(constants.retry503.waitMs);
    }
  };

  const perform = async <E extends AnyEndpoint>(
    endpoint: E,
    given: Given<E>,
    options: CallOptions,
    previewToken?: string,
    isProved = false,
  ): Promise<Answer<E>> => {
    const parts = given as Parts;
    const headers = new Headers({ accept: 'application/json' });
    const csrf = environment.csrf();
    if (csrf !== undefined) headers.set(wire.csrfHeader, csrf);
    const siteId = options.siteId ?? environment.siteId?.();
    if (siteId !== undefined) headers.set(wire.siteHeader, siteId);
    if (environment.bearer !== undefined) headers.set('authorization', `Bearer ${environment.bearer}`);
    if (environment.takeActivity()) headers.set(wire.activeHeader, '1');
    if (parts.body !== undefined) headers.set('content-type', 'application/json');
    if (previewToken !== undefined) headers.set(wire.previewHeader, previewToken);
    if (options.file) headers.set('content-type', 'application/octet-stream');
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
    const known = { instanceId, operation: options.operation, note: options.note };

    let response: Response;
    try {
      response = await send(
        addressOf(endpoint, parts, instanceId, environment.base),
        {
          method: endpoint.method,
          headers,
          cache: 'no-store',
          ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
          ...(options.file && { body: options.file }),
          ...(options.signal && { signal: options.signal }),
        },
        options.retries ?? constants.retry503.times,
      );
    } catch (thrown) {
      // A call that its owner gave up is no failure to show: let the owner see its own signal.
      if (options.signal?.aborted) throw thrown;
      throw new CallFailure({ ...known, type: 0, message: 'No answer from the server' }, thrown);
    } finally {
      environment.onRetry?.(0, 0);
    }

    const version = response.headers.get(wire.versionHeader) ?? undefined;
    initialVersion ??= version;
    if (version !== undefined && version !== initialVersion)
      throw new CallFailure({ ...known, type: versionMismatchType, message: 'Version Mismatch' });

    const body = await bodyOf(response);
    if (response.status === 428 && previewToken === undefined) {
      const preview = actPreview.safeParse(errorBodyOf(body).info?.['preview']).data;
      if (preview && environment.confirmWide) {
        if (saysMore(preview, options.shown) && !(await environment.confirmWide(preview)))
          throw new CallFailure({ ...known, type: leftType, message: 'Left as it was' });
        return perform(endpoint, given, options, preview.previewToken, isProved);
      }
    }
    if (!isProved && environment.stepUp && errorBodyOf(body).code === stepUpCode) {
      if (!(await environment.stepUp())) throw new CallFailure({ ...known, type: leftType, message: 'Left as it was' });
      return perform(endpoint, given, options, previewToken, true);
    }
    if (!response.ok) throw new CallFailure({ ...known, ...errorBodyOf(body), type: response.status });
    if (response.status === awaitingType) {
      const { changeSet } = awaitingAnswer.parse(body);
      environment.onAwaiting?.(changeSet);
      throw new CallFailure({ ...known, type: awaitingType, message: 'This awaits a second person' });
    }
    const parsed = endpoint.response.safeParse(body);
    if (!parsed.success)
      throw new CallFailure({ ...known, type: response.status, message: 'Unexpected answer' }, parsed.error);
    return parsed.data as Answer<E>;
  };

  return (endpoint, given, options = {}) => perform(endpoint, given, options);
};
