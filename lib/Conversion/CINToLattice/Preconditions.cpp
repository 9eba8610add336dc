//===- Preconditions.cpp - What can be lowered ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conditions of the lowering (thesis, section 5.4) that concern one
// operation of a kernel, whatever the foralls around it. They are checked at
// first, so that the recursion need not expect anything else.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

LogicalResult KernelLowering::verifyFormat(Operation *op,
                                           RankedTensorType type) {
  level::FormatAttr format = level::getFormat(type);
  if (!format)
    return op->emitOpError("expected a tensor with a level format, got ")
           << type;
  return success();
}

LogicalResult KernelLowering::verifyAccess(cin::AccessOp access) {
  Value ref = access.getRef();
  if (access.getRef().getType().getRank() == 0)
    return success();
  // A result is complete when the mutation of a sequence begins.
  bool readable = !llvm::is_contained(kernel.getOutputRefs(), ref);
  Region *region = access->getParentRegion();
  for (; !readable && region != &kernel.getBody();
       region = region->getParentRegion())
    if (auto sequence = dyn_cast<cin::SequenceOp>(region->getParentOp()))
      readable = region == &sequence.getMutation();
  auto where = dyn_cast<cin::WhereOp>(ref.getParentBlock()->getParentOp());
  if (!readable || (where && where.getProducerRef() == ref))
    return access.emitOpError("reads ")
           << nameOf(ref)
           << " while it is being assembled; a workspace is needed";
  return success();
}

LogicalResult KernelLowering::verifyAssign(cin::AssignOp assign) {
  Value ref = assign.getRef();
  level::FormatAttr format = formatOf(ref);
  if (!format.isAssembled())
    return assign.emitOpError("cannot assemble ")
           << nameOf(ref) << ": its format can only be read";
  // Branchless levels are appended to together with the level above them, once
  // for each of their coordinates.
  for (int64_t level = 1; level < format.getNumLevels(); ++level)
    if (format.getLevelType(level).isBranchless() &&
        !format.getLevelType(level - 1).isBranchless() &&
        format.getLevelType(level - 1).isUnique())
      return assign.emitOpError("cannot assemble ")
             << nameOf(ref) << ": level " << level - 1
             << " is unique, but the level below it has one coordinate only "
                "for each of its coordinates";
  // Segments are appended one after the other, in the order of their parents.
  int64_t unordered = -1;
  for (int64_t level = 0, e = format.getNumLevels(); level != e; ++level) {
    level::LevelTypeAttrInterface type = format.getLevelType(level);
    if (type.hasInsert() && !type.isOrdered())
      unordered = level;
    else if (!type.hasInsert() && unordered >= 0)
      return assign.emitOpError("cannot assemble ")
             << nameOf(ref) << ": level " << level << " (" << type
             << ") takes segments in the order of their parents, but level "
             << unordered << " (" << format.getLevelType(unordered)
             << ") keeps coordinates in no order";
  }
  // What is inserted is not counted.
  bool counts = llvm::is_contained(kernel.getOutputRefs(), ref) &&
                getResultAssembly(assign.getRef().getType().getTensor()) ==
                    level::Assembly::Count;
  for (int64_t level = 0, e = format.getNumLevels(); counts && level != e;
       ++level) {
    level::LevelTypeAttrInterface type = format.getLevelType(level);
    if (type.hasInsert() && !type.isFull())
      return assign.emitOpError("cannot assemble ")
             << nameOf(ref) << " in two phases: the coordinates of level "
             << level << " (" << type << ") are inserted, not counted";
  }
  bool again = ++numAssignments[ref] > 1;
  for (int64_t level = 0, e = format.getNumLevels(); again && level != e;
       ++level)
    if (!format.getLevelType(level).hasInsert())
      return assign.emitOpError("assigns ")
             << nameOf(ref) << " once more, but its level " << level << " ("
             << format.getLevelType(level)
             << ") takes coordinates once only; a workspace is needed";
  if (!llvm::is_contained(kernel.getOutputRefs(), ref))
    return success();
  level::LevelTypeAttrInterface last =
      format.getNumLevels() == 0
          ? level::LevelTypeAttrInterface()
          : format.getLevelType(format.getNumLevels() - 1);
  if (kernel.getDropFill() && last && last.hasInsert() && !last.isFull())
    return assign.emitOpError("cannot drop components of ")
           << nameOf(ref) << ": its last level (" << last
           << ") inserts coordinates before their components are known";
  if (!format.isCoordinateList())
    return success();

  // The entries of a list are the updates of its components, which whoever
  // reads the list adds up.
  Type element = assign.getValue().getType();
  Operation *combiner =
      assign.isCompound() ? getSimpleCombinerOp(assign.getCombiner()) : nullptr;
  bool sums =
      combiner &&
      combiner->getName().getStringRef() == getSumOperation(element) &&
      isZeroScalar(level::getFill(assign.getRef().getType().getTensor()));
  if (assign.isCompound() && !sums)
    return assign.emitOpError("combines into ")
           << nameOf(ref)
           << ", a coordinate list whose entries are added up when it is read; "
              "a workspace is needed";
  if (assign.isCompound() && kernel.getDropFill())
    return assign.emitOpError("cannot drop components of ")
           << nameOf(ref)
           << ", a coordinate list whose entries are added up when it is read; "
              "a workspace is needed";
  if (kernel.getAssembly() == level::Assembly::Compute)
    return assign.emitOpError("cannot keep the structure of ")
           << nameOf(ref)
           << ": the entries of a coordinate list are computed in any order";
  return success();
}

LogicalResult KernelLowering::verifyKernel() {
  for (Value tensor :
       llvm::concat<Value>(kernel.getInputs(), kernel.getOutputs()))
    if (failed(verifyFormat(kernel, cast<RankedTensorType>(tensor.getType()))))
      return failure();
  return failure(
      kernel
          .walk<WalkOrder::PreOrder>([&](Operation *op) -> WalkResult {
            return llvm::TypeSwitch<Operation *, LogicalResult>(op)
                .Case<cin::CollapseOp, cin::PositionOp>([](auto derived) {
                  return derived.emitOpError(
                      "collapsed and position variables are not supported yet");
                })
                .Case([&](cin::SplitOp split) -> LogicalResult {
                  // That every mode has this size is what bounds the reads.
                  if (llvm::is_contained(kernel.getExtentArgs(),
                                         split.getExtent()))
                    return success();
                  return split.emitOpError(
                      "extents that are not arguments of the kernel are not "
                      "supported yet");
                })
                .Case([&](cin::ForallOp forall) -> LogicalResult {
                  // That every mode has this size is what bounds the reads.
                  if (llvm::is_contained(kernel.getExtentArgs(),
                                         forall.getExtent()))
                    return success();
                  return forall.emitOpError(
                      "extents that are not arguments of the kernel are not "
                      "supported yet");
                })
                .Case([&](cin::WhereOp where) {
                  return verifyFormat(where, where.getTensorType());
                })
                .Case(
                    [&](cin::AccessOp access) { return verifyAccess(access); })
                .Case(
                    [&](cin::AssignOp assign) { return verifyAssign(assign); })
                .Default([](Operation *) { return success(); });
          })
          .wasInterrupted());
}
