/** For tests whose numbers a reader of the run wants to see, not only that they hold. */
export const printFigure = (line: string): void => void process.stdout.write(`${line}\n`);
