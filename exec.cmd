@rem The scripts in package.json say `exec` so that signals reach them; this gives the word a meaning on Windows.
@%*
