/** Whether everybody may see the question of this alias, as SQL. */
export const isPublic = (alias: string): string => `${alias}.status in ('open', 'closed', 'resolved')`
