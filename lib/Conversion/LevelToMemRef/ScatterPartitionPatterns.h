//===- ScatterPartitionPatterns.h - Segments that threads fill --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the lowering of partitions that fill the segments of a tensor,
// beside that of partitions that append to it (PartitionPatterns.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_SCATTERPARTITIONPATTERNS_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_SCATTERPARTITIONPATTERNS_H

#include "StorageLayout.h"

namespace weft {

/// Whether the partitions of a builder fill segments, and do not append.
bool fillsSegments(const StorageLayout &layout);

/// Partitions that fill segments.
void populateScatterPartitionPatterns(const StorageTypeConverter &converter,
                                      mlir::RewritePatternSet &patterns);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_SCATTERPARTITIONPATTERNS_H
