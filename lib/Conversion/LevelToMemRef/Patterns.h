//===- Patterns.h - Lowering patterns of stored tensors ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the lowering patterns by concern.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_PATTERNS_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_PATTERNS_H

#include "ArrayNaming.h"
#include "StorageLayout.h"

#include "llvm/ADT/DenseSet.h"

namespace weft {

/// Iterate and locate, and reads of components.
void populateAccessPatterns(const StorageTypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
/// Append, and writes of components.
void populateAssemblyPatterns(const StorageTypeConverter &converter,
                              mlir::RewritePatternSet &patterns);
/// Entries of coordinate lists.
void populateEntryPatterns(const StorageTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
/// Counting and placing.
void populateCountedPatterns(const StorageTypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
/// Segments whose coordinates come in any order.
void populateCollectPatterns(const StorageTypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
/// Slots, whose use is known once all entries are.
void populateSlotPatterns(const StorageTypeConverter &converter,
                          mlir::RewritePatternSet &patterns);
/// Partitions that threads assemble.
void populatePartitionPatterns(const StorageTypeConverter &converter,
                               mlir::RewritePatternSet &patterns);
/// Partitions of loops that threads may run.
void populateOptionalPartitionPatterns(const StorageTypeConverter &converter,
                                       mlir::RewritePatternSet &patterns);
/// Insert.
void populateInsertPatterns(const StorageTypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
/// The beginning and the end of an assembly.
void populateInitFinalizePatterns(const StorageTypeConverter &converter,
                                  mlir::RewritePatternSet &patterns);
/// The arrays of tensors.
void populateArrayPatterns(const StorageTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
/// Operations on tensors as a whole.
void populateTensorPatterns(const StorageTypeConverter &converter,
                            mlir::RewritePatternSet &patterns);
/// The operands of returns, by their numbers, that are to be copied.
using CopiedOperands = llvm::DenseSet<std::pair<mlir::Operation *, unsigned>>;
/// Signatures, calls and returns.
void populateFunctionPatterns(const StorageTypeConverter &converter,
                              const CopiedOperands &copied,
                              mlir::RewritePatternSet &patterns);

/// Tells the levels of a tensor that are made of the counts of rows how many
/// slots each row takes, when all entries are noted.
void emitRowCounts(mlir::ImplicitLocOpBuilder &b, const StorageLayout &layout,
                   StorageParts &parts, mlir::Value numSlots);

/// The components of a tensor whose assembly begins; `size` is their number, or
/// null if it depends on what is appended. There is to be room for `room` of
/// them then, if it is not null.
mlir::Value emitInitialValues(mlir::ImplicitLocOpBuilder &b,
                              const StorageLayout &layout, mlir::Value size,
                              mlir::Value room);

/// What replaces the results of an operation, a list of values for each.
using Replacements = llvm::SmallVector<llvm::SmallVector<mlir::Value>>;

/// Replaces the result of an operation.
inline Replacements replaceBy(mlir::Value value) {
  return Replacements{{value}};
}

/// The values of 1:N converted operands in one list.
inline llvm::SmallVector<mlir::Value>
flattenOperands(llvm::ArrayRef<mlir::ValueRange> operands) {
  llvm::SmallVector<mlir::Value> flat;
  for (mlir::ValueRange values : operands)
    llvm::append_range(flat, values);
  return flat;
}

/// Lowers an operation on one stored tensor or builder, which is its operand
/// `stored`, in terms of the tensor's parts.
template <typename OpTy>
struct StoragePattern : mlir::OpConversionPattern<OpTy> {
  using mlir::OpConversionPattern<OpTy>::OpConversionPattern;
  using OneToNOpAdaptor =
      typename mlir::OpConversionPattern<OpTy>::OneToNOpAdaptor;

protected:
  /// The number of the operand that is the stored tensor.
  virtual unsigned getStoredOperand() const { return 0; }

  /// The values that replace the results; failure if the level type does not
  /// emit the level function.
  virtual mlir::FailureOr<Replacements>
  lower(OpTy op, OneToNOpAdaptor adaptor, const StorageLayout &layout,
        StorageParts parts, mlir::ImplicitLocOpBuilder &b) const = 0;

public:
  mlir::LogicalResult
  matchAndRewrite(OpTy op, OneToNOpAdaptor adaptor,
                  mlir::ConversionPatternRewriter &rewriter) const final {
    unsigned stored = getStoredOperand();
    auto layout = StorageLayout::get(op->getOperand(stored).getType());
    if (failed(layout))
      return rewriter.notifyMatchFailure(op, "the format cannot be lowered");
    mlir::ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto results = lower(op, adaptor, *layout,
                         layout->split(adaptor.getOperands()[stored]), b);
    if (failed(results))
      return rewriter.notifyMatchFailure(
          op, "the level type does not emit this level function");
    for (auto [type, values] : llvm::zip(op->getResultTypes(), *results))
      nameArrayRoles(op, type, values);
    rewriter.replaceOpWithMultiple(op, std::move(*results));
    return mlir::success();
  }
};

/// Lowers an operation that is a level function of one level, through the
/// interface by which level types emit it.
template <typename OpTy, typename EmitterTy>
struct LevelPattern : StoragePattern<OpTy> {
  using StoragePattern<OpTy>::StoragePattern;
  using Emitter = EmitterTy;
  using typename StoragePattern<OpTy>::OneToNOpAdaptor;

protected:
  /// The values that replace the results, except the next state of a builder,
  /// whose part of this level `state` is.
  virtual llvm::SmallVector<mlir::Value> emit(OpTy op, OneToNOpAdaptor adaptor,
                                              EmitterTy emitter, LevelSite site,
                                              ValueVector &state) const = 0;

  mlir::FailureOr<Replacements>
  lower(OpTy op, OneToNOpAdaptor adaptor, const StorageLayout &layout,
        StorageParts parts, mlir::ImplicitLocOpBuilder &b) const final {
    int64_t level = op.getLevel();
    auto emitter = layout.getEmitter<EmitterTy>(level);
    if (!emitter)
      return mlir::failure();
    LevelSite site = layout.getSite(b, parts.sizes, level);
    llvm::SmallVector<mlir::Value> results =
        emit(op, adaptor, emitter, site, parts.levels[level]);
    Replacements replacements;
    if (results.size() != op->getNumResults())
      replacements.push_back(parts.flatten());
    for (mlir::Value result : results)
      replacements.push_back({result});
    return replacements;
  }
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_PATTERNS_H
