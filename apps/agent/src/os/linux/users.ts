const noLogin = /\/(nologin|false|sync|halt|shutdown)$/;
/** Where people begin and the ids for containers and `nobody` begin, as login.defs has them everywhere. */
export const isPerson = (uid: number): boolean => uid >= 1_000 && uid < 60_000;

/** People who may log in here, by /etc/passwd. */
export const parsePasswd = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const [name, , uid, , , , shell] = line.split(':');
    return name && uid && shell && isPerson(Number(uid)) && !noLogin.test(shell) ? [name] : [];
  });

const record = { size: 384, kind: 0, user: 44, userLength: 32, userProcess: 7 };

/** Who is logged in, by the records of utmp. */
export const parseUtmp = (bytes: Buffer): string[] => {
  const names: string[] = [];
  for (let at = 0; at + record.size <= bytes.length; at += record.size) {
    if (bytes.readInt16LE(at + record.kind) !== record.userProcess) continue;
    const [name] = bytes.toString('utf8', at + record.user, at + record.user + record.userLength).split('\0', 1);
    if (name) names.push(name);
  }
  return names;
};
