interface ListQuery {
  isError: boolean;
  /** Shows the rows of the request before, until the new ones come. */
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

/** What a table shows of its query: its rows, that newer ones are coming, or why there are none. */
export const queryState = <Row>(query: ListQuery, rows: readonly Row[] | undefined, message: string) => {
  const hasFailed = query.isError && rows === undefined;
  return {
    rows: hasFailed ? [] : rows,
    isRefreshing: query.isPlaceholderData,
    error: hasFailed ? { message, onRetry: () => void query.refetch() } : undefined,
  };
};
