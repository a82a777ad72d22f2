/** How often the benched server writes sightings: twice per interval in the product, a second here, where rounds are short. */
export const benchFlushMs = 1_000;
