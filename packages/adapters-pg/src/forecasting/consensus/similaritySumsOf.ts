/** The `SimilaritySums` of the question of this alias, as SQL for a JSON object. */
export const similaritySumsOf = (alias: string): string =>
  `jsonb_build_object('weight', ${alias}.voice_weight, 'overlap', ${alias}.voice_overlap,
      'owner_squares', ${alias}.voice_owner_squares, 'family_squares', ${alias}.voice_family_squares,
      'owner_family_squares', ${alias}.voice_owner_family_squares)`
