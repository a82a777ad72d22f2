import type { Subject } from '@patchkeep/rules/permissions';
import type { Hint } from './bus/bus.ts';
import type { Tx } from './db/tenant.ts';

/** The account and the session of a guest at their service provider. */
export interface Home {
  customerId: string;
  userId: string;
  sessionId: string;
}

/** Who is calling, settled once per request from the session or the API token. */
export interface Principal {
  /** A person at a console, a program with a person's token, a screen that shows one dashboard, or an identity provider. */
  kind: 'session' | 'token' | 'dashboard' | 'provisioning';
  customerId: string;
  userId: string;
  /** The session, or the API token that stands in for one: what an act is put down to. */
  sessionId: string;
  /** The site this tab shows; null for a user without a usable site. */
  siteId: string | null;
  /** The site the session is on, which a new tab would show. */
  sessionSiteId: string | null;
  /** This tab has shaken hands; only then it may report errors or write. */
  isRegistered: boolean;
  /** The call names no site, and the session has moved to another one than this tab shows: a write would hit the wrong one. */
  isStaleSite: boolean;
  /** What rights are judged by; null without a usable site. */
  subject: Subject | null;
  /** When the person proved last who they are, by signing in or before a dangerous act; absent for tokens. */
  provedAt?: Date;
  /** Came with the cookie that the session had before its last proof, which may only read. */
  isFormerCookie?: boolean;
  /** Of a guest, who is here by a session of another customer. */
  home?: Home;
  /** Of an identity provider that says who there is: the connection that it speaks for. */
  connectionId?: string;
  csrf: string;
  formerCsrf?: readonly string[];
}

export interface RequestFacts {
  requestId: string;
  ip: string;
  instanceId: string | null;
  now: Date;
}

/** What a handler without a signed-in caller works with. */
export interface OpenContext extends RequestFacts {
  /** What the caller says its browser or program is; anybody can write anything there. */
  userAgent: string;
  cookie: string | undefined;
  /** Of the preview that a wide change is made after. */
  previewToken?: string | undefined;
  setCookie(value: string | null): void;
  /** What the browser carries since somebody signed in with it; kept for so many seconds. */
  deviceCookie: string | undefined;
  setDeviceCookie(value: string, seconds: number): void;
  /** What the browser carries between the right password and the second factor. */
  loginCookie: string | undefined;
  setLoginCookie(value: string, seconds: number): void;
  /** What the browser carries to an identity provider and back. */
  ssoCookie: string | undefined;
  setSsoCookie(value: string, seconds: number): void;
}

/** What every other handler works with: one caller, one tenant, one transaction. */
export interface Context extends OpenContext {
  tx: Tx;
  principal: Principal;
  /** The person has proved a moment ago who they are. A token is not asked for that. */
  isProved: boolean;
  /** The server has a signer. Without one no host is ever told to do anything. */
  isSigning: boolean;
  /** Runs once the transaction is committed, and only then: what a rollback must not leave behind. */
  onCommit(work: () => void): void;
  /** Tells consoles and processes, on commit, that something changed. */
  emit(hint: Omit<Hint, 'customerId'>): void;
}
