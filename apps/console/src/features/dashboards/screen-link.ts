/** The link of a screen. The token stands in the fragment, which browsers never send: no server log sees it. */
export const screenLink = (origin: string, accessToken: string, heading: string): string =>
  `${origin}/#/detached/dashboard?${new URLSearchParams({ accessToken, heading }).toString()}`;
