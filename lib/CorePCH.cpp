#include "CorePCH.h"
