import type { ActPreview, ChangeSet } from '@patchkeep/contract/change-sets';
import { wire } from '@patchkeep/contract/constants';
import { detached } from '@patchkeep/contract/dashboards';
import { detachedBase, uiBase } from '@patchkeep/contract/endpoint';
import { session as sessionEndpoints } from '@patchkeep/contract/session';
import { sites as siteEndpoints } from '@patchkeep/contract/sites';
import { siteOf } from '@patchkeep/rules/site-address';
import { createStore } from 'zustand/vanilla';
import { watchActivity } from './activity.ts';
import { channelName, joinTabs, type TabMessage } from './broadcast.ts';
import { createCall } from './call.ts';
import { takeAccessToken } from './detached.ts';
import { createDrafts } from './drafts.ts';
import { followEvents } from './events.ts';
import { createExceptions } from './exceptions.ts';
import { asFailure } from './failure.ts';
import { createHandshaker } from './handshake.ts';
import { createHintGate } from './hint-gate.ts';
import { createInstanceId } from './instance.ts';
import { createPreferences } from './preferences/preferences.ts';
import { createQueryClient, invalidateFor, markOld } from './query-client.ts';
import { refreshUntilDone } from './refresh-helper.ts';
import { createSessionStore, type Session } from './session-store.ts';
import { createReset, followJumpToLogin } from './sign-out/reset.ts';
import { keepSignOut } from './sign-out/sign-out.ts';

/** The parts of this folder, wired to the browser this tab runs in. */

const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
const warn = (message: string, cause: unknown) => console.warn(message, cause);

export const instanceId = createInstanceId((bytes) => crypto.getRandomValues(bytes));
const accessToken = takeAccessToken({ location, history, storage: sessionStorage });
/** A detached tab shows one dashboard and nothing to leave it by. */
export const isDetached = accessToken !== undefined;

export const sessionStore = createSessionStore();
export const drafts = createDrafts(sessionStorage, () => sessionStore.get().userAccountUuid);

/** What the shell tells quietly: a busy server. */
export interface Notices {
  retry: { attempt: number; of: number } | null;
}
export const notices = createStore<Notices>(() => ({ retry: null }));

/** The site that the address asked for last; a user may not be allowed to enter it. */
let askedSiteId = isDetached ? undefined : siteOf(location.hash);
const shownSiteId = (session: Session) => session.handshake?.currentSite?.siteAccountUuid;
/** The site that this tab is on. Other tabs have their own. */
export const siteOfTab = (): string | undefined => shownSiteId(sessionStore.get()) ?? askedSiteId;

/** Wide acts that the user is to look at, one after the other, and one that awaits a second person. The shell shows them. */
export interface WideActs {
  questions: readonly { preview: ActPreview; answer: (isWanted: boolean) => void }[];
  awaiting: ChangeSet | null;
  /** Calls that wait until the user has proved that it is them. One proof is enough for all. */
  unproved: readonly ((isProved: boolean) => void)[];
}
export const wideActs = createStore<WideActs>(() => ({ questions: [], awaiting: null, unproved: [] }));
/** Answers the calls that wait for a proof. */
export const answerUnproved = (isProved: boolean) => {
  const { unproved } = wideActs.getState();
  wideActs.setState({ unproved: [] });
  unproved.forEach((answer) => answer(isProved));
};

export const call = createCall({
  confirmWide: (preview) =>
    new Promise((resolve) => {
      const question = {
        preview,
        answer: (isWanted: boolean) => {
          wideActs.setState(({ questions }) => ({ questions: questions.filter((each) => each !== question) }));
          resolve(isWanted);
        },
      };
      wideActs.setState(({ questions }) => ({ questions: [...questions, question] }));
    }),
  stepUp: () => new Promise((resolve) => wideActs.setState(({ unproved }) => ({ unproved: [...unproved, resolve] }))),
  onAwaiting: (changeSet) => {
    wideActs.setState({ awaiting: changeSet });
    void markOld(queryClient, { queryKey: ['approvals'] });
  },
  fetch: (address, init) => fetch(address, init),
  wait,
  instanceId,
  siteId: siteOfTab,
  csrf: () => sessionStore.get().handshake?.csrf,
  takeActivity: watchActivity(window),
  onRetry: (attempt, of) => {
    if (attempt > 0 || notices.getState().retry) notices.setState({ retry: attempt > 0 ? { attempt, of } : null });
  },
});

/** The calls of a detached tab: a realm of their own, with its token and no session. */
export const callDetached = createCall({
  fetch: (address, init) => fetch(address, init),
  wait,
  instanceId,
  base: detachedBase,
  bearer: accessToken,
  csrf: () => undefined,
  takeActivity: () => false,
});

export const exceptions = createExceptions({
  ...(isDetached
    ? { call: callDetached, reportError: detached.reportError }
    : { call, reportError: sessionEndpoints.reportError }),
  warn,
  instanceId,
});
/** Shows whatever was thrown in the exception dialog. */
export const showFailure = (thrown: unknown) => exceptions.show(asFailure(thrown, instanceId));

export const queryClient = createQueryClient(exceptions);
export const preferences = createPreferences(localStorage, (theme) => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
});

export const handshaker = createHandshaker({
  call,
  session: sessionStore,
  now: () => new Date(),
  wait,
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
  greetDetached: isDetached
    ? async () => {
        const operation = { verb: 'refresh', thing: 'session' } as const;
        sessionStore.enterDetached(await callDetached(detached.ehlo, {}, { operation }));
      }
    : undefined,
  show: exceptions.show,
});

export const { onReset, reset, logout } = createReset({
  call,
  session: sessionStore,
  warn,
  keepSignOut: (provider) => keepSignOut(sessionStorage, provider),
});
/** Forgets what the server answered, and questions about hosts that nobody has answered. */
const forgetAnswers = () => {
  queryClient.clear();
  wideActs.getState().questions.forEach(({ answer }) => answer(false));
  answerUnproved(false);
  wideActs.setState({ awaiting: null });
};
onReset(() => {
  handshaker.stop();
  stopEvents?.();
  exceptions.reset();
  notices.setState({ retry: null });
  forgetAnswers();
});

/** Fetches again everything on screen, the session first, and keeps at it while the server is away. */
let refreshing: AbortController | undefined;
const refreshAll = (message: TabMessage) => {
  refreshing?.abort();
  refreshing = new AbortController();
  const operations = [
    async () => sessionStore.get().isLoggedIn && handshaker.refresh(),
    () => invalidateFor(queryClient, message),
  ];
  void refreshUntilDone(operations, { now: () => performance.now(), wait }, refreshing.signal);
};

/** Marks answers as old. Sites, their modules and settings of the customer are part of the handshake as well. */
const hear = (message: Parameters<typeof invalidateFor>[1]) => {
  void invalidateFor(queryClient, message);
  if (message.thing === 'site' && sessionStore.get().isLoggedIn) handshaker.refresh().catch(() => undefined);
};

export const tabs = joinTabs({
  channel: new BroadcastChannel(channelName),
  instanceId,
  refresh: (message) => {
    if (message.kind === 'report') hear(message);
    else if (message.kind === 'proved') answerUnproved(true);
    else if (sessionStore.get().isLoggedIn) refreshAll(message);
  },
});

const hintGate = createHintGate({
  after: (ms, run) => void setTimeout(run, ms),
  pass: (thing) => {
    hear({ kind: 'report', thing });
    tabs.tell({ kind: 'report', thing });
  },
});

let stopEvents: (() => void) | undefined;
const startEvents = () =>
  followEvents({
    whileLeading: (lead, signal) => navigator.locks.request('patchkeep-events', { signal }, lead),
    connect: () => new EventSource(`${uiBase}${sessionEndpoints.events.path}?${wire.instanceParam}=${instanceId}`),
    wait,
    onHint: ({ thing }) => hintGate(thing),
    onGap: () => {
      void invalidateFor(queryClient, { kind: 'report' });
      tabs.tell({ kind: 'report' });
    },
  });

/** Begins the session: the handshake, then the hints. */
export const start = async () => {
  followJumpToLogin(sessionStore, location);
  await handshaker.start();
  if (sessionStore.get().isLoggedIn && !isDetached) stopEvents = startEvents();
};

// Before anything is drawn for another site, nothing of the one before is left.
sessionStore.store.subscribe((now, before) => {
  if (shownSiteId(now) !== shownSiteId(before) && before.handshake) forgetAnswers();
});

/** Shows another site in this tab. A site that the user may not enter leaves the tab without one. */
export const enterSite = async (id: string) => {
  const before = askedSiteId;
  try {
    askedSiteId = id;
    await handshaker.refresh(id);
  } catch (thrown) {
    askedSiteId = before;
    throw thrown;
  }
};

/** Makes a site the one on which new tabs of this session begin, and tells the other tabs. They keep theirs. */
export const selectSite = async (id: string) => {
  const operation = { verb: 'switch', thing: 'site' } as const;
  const { currentSite } = await call(siteEndpoints.select, { params: { id } }, { operation });
  tabs.tell({ kind: 'site-switch', siteName: currentSite.siteName });
};
