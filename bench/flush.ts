/** How often the benched server writes sightings: a minute in the product, a second here, where rounds are short. */
export const benchFlushMs = 1_000;
