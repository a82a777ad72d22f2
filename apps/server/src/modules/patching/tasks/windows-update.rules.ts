/** As orders number their kinds. A Windows update has no package: the key of its article is the task's channel. */
export const windowsUpdateKind = 3;
