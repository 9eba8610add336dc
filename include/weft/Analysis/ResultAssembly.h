//===- ResultAssembly.h - Assembly of results -------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In how many phases a result is assembled follows from the kernel's assembly,
// from its format, and from the order in which the foralls reach its segments.
// The lowering acts on it, and explanations say it.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_ANALYSIS_RESULTASSEMBLY_H
#define WEFT_ANALYSIS_RESULTASSEMBLY_H

#include "weft/Dialect/CIN/IR/CIN.h"

namespace weft {
namespace analysis {

/// The first level of a format that is appended to; the number of levels if
/// there is none.
int64_t getFirstAppended(level::FormatAttr format);

/// Whether the foralls reach the segments of a result in another order than
/// that of their parents, but each with its coordinates in order and once.
/// `assigns` are all assignments to a tensor. With `reducesInside`, what they
/// reduce over inside of all of its variables is left out, as when it is
/// combined into a scalar.
bool isScattered(llvm::ArrayRef<cin::AssignOp> assigns,
                 bool reducesInside = false);

/// Whether the foralls reach the components of such a result in the order of
/// its levels, but bind the coordinates of several at a time, so that no forall
/// is around a segment. It is assembled in one pass, in runs of children.
bool isInRuns(llvm::ArrayRef<cin::AssignOp> assigns);

/// Whether a level of a format, with full ones around it, may be given the
/// coordinates of a segment in any order.
bool collectsAt(level::FormatAttr format, int64_t level);

/// Whether the foralls reach the segments of the one level that is appended to
/// in the order of their parents, but the coordinates of each in any order or
/// several times, and what is below a coordinate is full. It is assembled in
/// one pass: a segment is looked up while it is the last, and sorted then.
bool isCollected(llvm::ArrayRef<cin::AssignOp> assigns);

/// Whether the entries of a coordinate list come in any order and are sorted
/// when all are there: because components have several, or because the foralls
/// reach each once in another order than that of the levels. `assigns` are all
/// assignments to a tensor.
bool isSorted(llvm::ArrayRef<cin::AssignOp> assigns);

/// Whether the coordinates of a result in a format are counted before they are
/// stored, whatever the loops are: by a kernel with this assembly.
bool isCounted(level::FormatAttr format, level::Assembly assembly);

/// Two levels of a format: one takes segments in the order of their parents,
/// and one above it keeps coordinates in no order.
struct LevelConflict {
  int64_t level, unordered;
};

/// The first two such levels; none if there are none. `counts` says that the
/// segments of one level may be counted first.
std::optional<LevelConflict> findConflict(level::FormatAttr format,
                                          bool counts);

/// Whether there are loops that assemble a result in a format. What they cannot
/// can be converted from another format.
bool canAssemble(level::FormatAttr format);

/// How a result of a kernel is assembled, to which these are all assignments.
level::Assembly getResultAssembly(cin::KernelOp kernel, mlir::Value ref,
                                  llvm::ArrayRef<cin::AssignOp> assigns);

} // namespace analysis
} // namespace weft

#endif // WEFT_ANALYSIS_RESULTASSEMBLY_H
