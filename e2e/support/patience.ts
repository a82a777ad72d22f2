/** How long a journey waits for what a page shows. Alone it takes a second; a machine that was held back took 30. */
export const patienceMs = 90_000;
