const labels: Record<string, string> = {
  cna: 'the authors of the record',
  adp: 'an enrichment of the record',
  nvd: 'the National Vulnerability Database',
  text: 'the description of the record',
};

/** Who said it inside a record, as the evidence and the scores name it. */
export const authorWord = (source: string): string =>
  source === '' ? 'somebody unnamed' : (labels[source.toLowerCase()] ?? source);
