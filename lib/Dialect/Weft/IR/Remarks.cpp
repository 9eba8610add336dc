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

LogicalResult weft::reportMissed(Operation *op, LoweringOption option,
                                 const Twine &reason) {
  return reportMissed(op, getLoweringOptionInfo(option).name, reason);
}
