const reasons: Readonly<Record<string, string>> = {
  EPIPE: "its reader has closed it",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota of this user is used up",
  EFBIG: "the file would be larger than is allowed",
  EIO: "the device reports an error",
  ENOENT: "there is no such directory",
  ENOTDIR: "it, or a part of its path, is a file",
  EISDIR: "it is a directory",
  ENOTFILE: "it is a device, a pipe or a socket",
  ELOOP: "its path goes round in symbolic links",
  ENAMETOOLONG: "its path is too long",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the file system is read-only"
}

/** The system's name for the cause of a failed write, such as ENOSPC. */
export const systemCodeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : String(error)

/** Why the system refused to write, as a clause; the system's name for it when there is no sentence. */
export const systemReason = (code: string): string => {
  const reason = reasons[code]
  return reason === undefined ? code : `${reason} (${code})`
}
