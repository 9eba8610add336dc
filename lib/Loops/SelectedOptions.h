//===- SelectedOptions.h - Lowering options that a pass applies -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_LOOPS_SELECTEDOPTIONS_H
#define WEFT_LIB_LOOPS_SELECTEDOPTIONS_H

#include "weft/Dialect/Weft/IR/LoweringConfig.h"

#include "mlir/Pass/Pass.h"
#include "llvm/ADT/DenseMap.h"

#include <string>

namespace weft {

/// The lowering options that a pass with several transformations applies, and
/// their values for IR without a configuration.
class SelectedOptions {
public:
  /// Parses the entries `option` and `option=value` of the pass option `only`.
  /// Emits an error if an option is not in `own`. Without entries, all
  /// options in `own` are selected.
  mlir::LogicalResult initialize(mlir::MLIRContext *context,
                                 llvm::ArrayRef<std::string> only,
                                 llvm::ArrayRef<LoweringOption> own);

  bool contains(LoweringOption option) const {
    return values.contains(static_cast<unsigned>(option));
  }
  /// Whether the pass applies an option to an operation.
  bool isChosen(mlir::Operation *op, LoweringOption option) const;
  /// The keyword of an option for an operation; empty if it is off.
  llvm::StringRef getKeyword(mlir::Operation *op, LoweringOption option,
                             llvm::StringRef byDefault) const;

private:
  /// The values by option; empty if `only` contains none.
  llvm::SmallDenseMap<unsigned, std::string, 8> values;
};

} // namespace weft

#endif // WEFT_LIB_LOOPS_SELECTEDOPTIONS_H
