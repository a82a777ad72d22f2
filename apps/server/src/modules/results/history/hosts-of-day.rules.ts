/** What was said of a version; software that nobody has recognised belongs to no application. */
interface Judged {
  application_id: number | null;
  status: number;
}

/** The applications of a host, each once in the worst status of its versions. */
export const splitOfVersions = (versionIds: readonly number[], judged: ReadonlyMap<number, Judged>) => {
  const worst = new Map<number, number>();
  for (const id of versionIds) {
    const { application_id: applicationId = null, status = 0 } = judged.get(id) ?? {};
    if (applicationId !== null) worst.set(applicationId, Math.max(worst.get(applicationId) ?? 0, status));
  }
  const counts = [0, 0, 0, 0];
  for (const status of worst.values()) counts[status] = (counts[status] ?? 0) + 1;
  const [ok = 0, eol = 0, insecure = 0, zeroday = 0] = counts;
  return { ok, eol, insecure, zeroday };
};
