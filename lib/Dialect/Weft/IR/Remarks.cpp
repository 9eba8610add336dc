//===- Remarks.cpp - Remarks of transformations ---------------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace weft;

/// The identification of a remark, which refers to names that outlive it.
static remark::RemarkOpts getOptions(Operation *op, StringRef transformation) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name(transformation)
      .category(kRemarkCategory)
      .function(function ? function.getName() : StringRef());
}

void weft::reportPassed(Operation *op, StringRef transformation,
                        const Twine &what) {
  if (op->getContext()->getRemarkEngine())
    remark::passed(op->getLoc(), getOptions(op, transformation)) << what.str();
}

LogicalResult weft::reportMissed(Operation *op, StringRef transformation,
                                 const Twine &reason) {
  if (op->getContext()->getRemarkEngine())
    remark::missed(op->getLoc(), getOptions(op, transformation))
        << reason.str();
  return failure();
}

void weft::reportPassed(Operation *op, LoweringOption option,
                        const Twine &what) {
  reportPassed(op, getLoweringOptionInfo(option).name, what);
}

void weft::reportChosen(Operation *op, LoweringOption option,
                        const Twine &what) {
  if (op->getContext()->getRemarkEngine())
    remark::analysis(op->getLoc(),
                     getOptions(op, getLoweringOptionInfo(option).name)
                         .subCategory(kChoiceSubcategory))
        << what.str();
}

LogicalResult weft::reportMissed(Operation *op, LoweringOption option,
                                 const Twine &reason) {
  return reportMissed(op, getLoweringOptionInfo(option).name, reason);
}

StringRef weft::describeCandidate(LoweringOption option) {
  switch (option) {
  case LoweringOption::ShareKernels:
    return "two kernels that do the same";
  case LoweringOption::CarryUnions:
    return "union of sparse segments whose coordinates one loop can carry";
  case LoweringOption::LookupTables:
    return "intersection of a segment with those of an inner loop that a table "
           "can replace";
  case LoweringOption::GroupUnions:
  case LoweringOption::SplitUnions:
    return "union whose coordinates one loop carries";
  case LoweringOption::DenseAccumulators:
    return "coordinate list that collects the entries of a result";
  case LoweringOption::HoistWorkspaces:
    return "one-dimensional array of a dynamic size that a loop allocates and "
           "frees";
  case LoweringOption::CarryWorkspaces:
    return "array of a constant size that each iteration of a loop allocates";
  case LoweringOption::UnrollHistograms:
    return "`scf.for` that increments elements of an array";
  case LoweringOption::VersionExtents:
    return "loop nest with a loop over a tile of a dense mode";
  case LoweringOption::WidenTiles:
    return "loop over tiles of a dense mode";
  case LoweringOption::JamReductions:
    return "`scf.for` whose only inner loop is a reduction of one value";
  case LoweringOption::VectorizeBlocks:
    return "nest of two `scf.for` that carry the same sum";
  case LoweringOption::TileSweeps:
    return "`scf.for` that ends in an inner loop that updates an array";
  case LoweringOption::VectorizeRows:
    return "`scf.for` without iter_args around another one";
  case LoweringOption::InterleaveReductions:
    return "innermost `scf.for` that accumulates a vector";
  case LoweringOption::VectorizeRuns:
    return "`scf.for` over runs of adjacent coordinates that updates a dense "
           "array";
  case LoweringOption::VectorizeSegments:
    return "innermost `scf.for` over a sparse segment that reduces into "
           "iter_args";
  case LoweringOption::VectorizeConditionals:
    return "innermost `scf.for` over a sparse segment that reduces into "
           "iter_args under a condition";
  case LoweringOption::VectorizeAppends:
    return "innermost `scf.for` that appends to arrays";
  case LoweringOption::VectorizeIntersections:
    return "`scf.while` that intersects two sparse segments";
  case LoweringOption::FlattenRows:
    return "innermost `scf.for` over a sparse segment that stores at loaded "
           "positions";
  case LoweringOption::VectorizeStores:
    return "two stores to adjacent elements";
  case LoweringOption::HoldRows:
    return "`scf.for` around one loop that iterates a dense row in vectors";
  case LoweringOption::PrefetchScatters:
    return "`scf.for` that stores at positions that it loads for coordinates";
  case LoweringOption::PrefetchSegments:
    return "`scf.for` over coordinates that each select a segment of an inner "
           "loop";
  case LoweringOption::PrefetchGathers:
    return "`scf.for` that loads elements at coordinates";
  case LoweringOption::PrefetchStreams:
    return "`scf.for` over a sparse segment that loads arrays at its positions";
  case LoweringOption::PrefetchStridedGathers:
    return "`scf.for` over several coordinates at a time that loads elements "
           "at them";
  case LoweringOption::StreamStores:
    return "vector store";
  case LoweringOption::JamRows:
    return "`scf.for` over rows that loads vectors at coordinates";
  case LoweringOption::StackArrays:
    return "array that a function called by the kernel allocates";
  }
  llvm_unreachable("unknown lowering option");
}
