export const minuteMs = 60_000;
export const hourMs = 3_600_000;
/** A day of 24 hours; days on which the clocks change are an hour longer or shorter. */
export const dayMs = 86_400_000;
