/** A Windows update has a number. Screens and programs name it `KB5034441`; decisions and tasks hold `kb:5034441`. */
export const articleOfKb = (kb: number): string => `KB${kb}`;
export const kbOfArticle = (article: string): number => Number(article.slice('KB'.length));
export const keyOfKb = (kb: number): string => `kb:${kb}`;
export const kbOfKey = (key: string): number => Number(key.slice('kb:'.length));
export const keyOfArticle = (article: string): string => keyOfKb(kbOfArticle(article));
