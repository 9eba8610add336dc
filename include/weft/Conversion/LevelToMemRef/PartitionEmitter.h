//===- PartitionEmitter.h - Emitters of what threads fill -------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface by which level types emit the assembly of segments that threads
// fill in any order of their parents.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_CONVERSION_LEVELTOMEMREF_PARTITIONEMITTER_H
#define WEFT_CONVERSION_LEVELTOMEMREF_PARTITIONEMITTER_H

#include "weft/Conversion/LevelToMemRef/LevelEmitter.h"

#include "weft/Conversion/LevelToMemRef/PartitionEmitters.h.inc"

#endif // WEFT_CONVERSION_LEVELTOMEMREF_PARTITIONEMITTER_H
