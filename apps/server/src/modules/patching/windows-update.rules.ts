/** As orders number their kinds. */
export const windowsUpdateKind = 3;

/** A Windows update is a task about an article: the article is its channel. */
export const channelOfArticle = (kb: number): string => `kb:${kb}`;
export const articleOfChannel = (channelTag: string): number => Number(channelTag.slice('kb:'.length));
