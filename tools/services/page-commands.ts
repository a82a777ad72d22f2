/** The commands of a section of a page, in order, each line as an operator would paste it. */
export const pageCommands = (page: string, section: string): string[] => {
  const [, text = ''] = page.split(`## ${section}\n`);
  // Between two fences of a block and the next there is text, so every second part is a block.
  const blocks = (text.split('\n## ')[0] ?? '')
    .split('```')
    .filter((part, index) => index % 2 && part.startsWith('sh\n'));
  return blocks
    .flatMap((block) =>
      block
        .slice(2)
        .split('\n')
        .map((line) => line.trim()),
    )
    .filter(Boolean);
};
