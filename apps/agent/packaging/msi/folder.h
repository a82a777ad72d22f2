#include <windows.h>

int describe_folder(const WCHAR *path);
int make_path(const WCHAR *path);
int make_state_folder(void);
int print_local_drives(void);
