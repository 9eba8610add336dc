//===- CarryWorkspaces.cpp - Reuse growable arrays in later iterations ----===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Carries the arrays that an iteration would free to the next iteration, which
// would allocate arrays of the same types.
//
// A coordinate list that is allocated for each row starts small and grows; each
// time, its entries are deduplicated and copied. The arrays of the previous row
// usually are large enough.
//
//===----------------------------------------------------------------------===//

#include "Allocation/Allocation.h"
#include "Analysis/ArrayDescription.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"
#include "weft/Dialect/Weft/IR/Remarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Finding arrays
//===----------------------------------------------------------------------===//

namespace {
/// A growable array that an iteration allocates, and the deallocation of the
/// array of the same type that replaces it.
struct GrowableArray {
  memref::AllocOp alloc;
  /// Casts the array to a dynamic size.
  memref::CastOp cast;
  memref::DeallocOp dealloc;
};
} // namespace

static LogicalResult refuse(Operation *op, const Twine &reason) {
  return reportMissed(op, LoweringOption::CarryWorkspaces, reason);
}

/// The array of which another is a view, which has the allocated size.
static Value getAllocatedArray(Value array) {
  while (auto view = array.getDefiningOp<ViewLikeOpInterface>()) {
    if (!isa<memref::CastOp, memref::ReinterpretCastOp>(view))
      break;
    array = view.getViewSource();
  }
  return array;
}

static bool hasConstantSize(memref::AllocOp alloc) {
  return alloc.getDynamicSizes().empty() && alloc.getSymbolOperands().empty() &&
         alloc.getType().getRank() == 1 &&
         alloc.getType().getLayout().isIdentity();
}

/// Whether an array of a constant size is cast, as arrays that grow are.
static bool isGrowable(memref::AllocOp alloc) {
  return hasConstantSize(alloc) &&
         llvm::any_of(alloc->getUsers(), llvm::IsaPred<memref::CastOp>);
}

/// The cast of a growable array to a dynamic size, if the cast is its only use
/// and no use depends on the size or on the content.
static FailureOr<memref::CastOp> findCast(memref::AllocOp alloc) {
  if (!alloc->hasOneUse())
    return refuse(alloc, "the allocation of " + describeAllocation(alloc) +
                             " has uses other than one `memref.cast`");
  auto cast = mlir::cast<memref::CastOp>(*alloc->user_begin());
  if (cast->getBlock() != alloc->getBlock())
    return refuse(alloc, "the `memref.cast` of " + describeAllocation(alloc) +
                             " is not in the block of the allocation");
  auto type = dyn_cast<MemRefType>(cast.getType());
  if (!type || type.getRank() != 1 || !type.isDynamicDim(0) ||
      !type.getLayout().isIdentity())
    return refuse(alloc, describeAllocation(alloc) +
                             " is not cast to a one-dimensional memref with a "
                             "dynamic size and the identity layout");
  for (Operation *user : cast->getUsers())
    if (isa<memref::DimOp, memref::StoreOp>(user))
      return refuse(alloc, "`" + user->getName().getStringRef() +
                               "` uses the cast of " +
                               describeAllocation(alloc) +
                               ", and a reused array differs from a new one in "
                               "size and content");
  return cast;
}

/// Moves the allocation of an array of a constant size out of a loop whose body
/// frees it. Arrays that are freed elsewhere are silent.
static void hoistConstant(memref::AllocOp alloc, scf::ForOp loop) {
  for (Operation *user : alloc->getUsers()) {
    if (!isa<memref::DeallocOp>(user))
      continue;
    if (user->getBlock() != loop.getBody()) {
      (void)refuse(alloc, "the deallocation of " + describeAllocation(alloc) +
                              " is in a nested block");
      continue;
    }
    if (int64_t size = alloc.getType().getDimSize(0))
      reportPassed(alloc, LoweringOption::CarryWorkspaces,
                   "allocates " + describeAllocation(alloc) +
                       " once before the loop: " + Twine(size) + " elements");
    alloc->moveBefore(loop);
    user->moveAfter(loop);
    return;
  }
}

static void hoistConstants(scf::ForOp loop) {
  for (auto alloc :
       llvm::make_early_inc_range(loop.getBody()->getOps<memref::AllocOp>()))
    if (hasConstantSize(alloc))
      hoistConstant(alloc, loop);
}

/// Assigns to each growable array the deallocation of an array of its type.
static LogicalResult findDeallocs(scf::ForOp loop,
                                  MutableArrayRef<GrowableArray> arrays) {
  for (auto dealloc : loop.getBody()->getOps<memref::DeallocOp>()) {
    // The runtime keeps tables for the next call.
    if (dealloc->hasAttr(kTableAttr))
      continue;
    Value whole = getAllocatedArray(dealloc.getMemref());
    GrowableArray *array = llvm::find_if(arrays, [&](GrowableArray &array) {
      return !array.dealloc && array.cast.getType() == whole.getType();
    });
    if (array != arrays.end() && !loop.isDefinedOutsideOfLoop(whole))
      array->dealloc = dealloc;
  }
  for (GrowableArray &array : arrays)
    if (!array.dealloc)
      return refuse(array.alloc, "the loop body deallocates no array of the "
                                 "type to which " +
                                     describeAllocation(array.alloc) +
                                     " is cast");
  return success();
}

/// The arrays that a loop can carry: all growable arrays of its body or none,
/// since an append may test the capacity of one array for all of them.
static SmallVector<GrowableArray> findArrays(scf::ForOp loop) {
  SmallVector<GrowableArray> arrays;
  for (auto alloc : loop.getBody()->getOps<memref::AllocOp>()) {
    if (!isGrowable(alloc))
      continue;
    FailureOr<memref::CastOp> cast = findCast(alloc);
    if (failed(cast))
      return {};
    arrays.push_back({alloc, *cast, {}});
  }
  return succeeded(findDeallocs(loop, arrays)) ? arrays
                                               : SmallVector<GrowableArray>();
}

//===----------------------------------------------------------------------===//
// Carrying arrays
//===----------------------------------------------------------------------===//

/// Emits a view of an array with the common size of all carried arrays.
static Value emitResized(OpBuilder &b, Location loc, Value array, Value size) {
  return memref::ReinterpretCastOp::create(
      b, loc, cast<MemRefType>(array.getType()), array,
      /*offset=*/b.getIndexAttr(0), /*sizes=*/OpFoldResult(size),
      /*strides=*/OpFoldResult(b.getIndexAttr(1)));
}

/// Emits the arrays that an iteration yields instead of freeing them: views of
/// the size of the smallest, if it is at least the size that an iteration would
/// allocate, and new arrays otherwise.
static SmallVector<Value> emitNext(scf::ForOp loop,
                                   ArrayRef<GrowableArray> arrays) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop.getBody()->getTerminator());
  Value zero = arith::ConstantIndexOp::create(b, 0);
  SmallVector<Value> wholes;
  SmallVector<Type> types;
  Value size;
  int64_t least = 0;
  for (GrowableArray array : arrays) {
    b.setLoc(array.dealloc.getLoc());
    wholes.push_back(getAllocatedArray(array.dealloc.getMemref()));
    types.push_back(wholes.back().getType());
    Value own = memref::DimOp::create(b, wholes.back(), zero);
    size = size ? arith::MinSIOp::create(b, size, own).getResult() : own;
    least = std::max(least, array.alloc.getType().getDimSize(0));
  }
  Value isEnough =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sge, size,
                            arith::ConstantIndexOp::create(b, least));
  auto branch = scf::IfOp::create(
      b, isEnough,
      [&](OpBuilder &then, Location loc) {
        SmallVector<Value> next = llvm::map_to_vector(wholes, [&](Value whole) {
          return emitResized(then, loc, whole, size);
        });
        scf::YieldOp::create(then, loc, next);
      },
      [&](OpBuilder &otherwise, Location) {
        SmallVector<Value> next;
        for (auto [array, whole] : llvm::zip_equal(arrays, wholes)) {
          memref::AllocOp alloc = array.alloc;
          memref::CastOp cast = array.cast;
          Location loc = alloc.getLoc();
          memref::DeallocOp::create(otherwise, loc, whole);
          Value fresh =
              memref::AllocOp::create(otherwise, loc, alloc.getType());
          next.push_back(memref::CastOp::create(otherwise, cast.getLoc(),
                                                cast.getType(), fresh));
        }
        scf::YieldOp::create(otherwise, loop.getLoc(), next);
      });
  return llvm::to_vector_of<Value>(branch.getResults());
}

/// "the values of 'w'", "the level 1 coordinates of 'w' and the values of 'w'",
/// or the number of arrays where several have the same name.
static std::string describeArrays(ArrayRef<GrowableArray> arrays) {
  SmallVector<std::string> names;
  for (GrowableArray array : arrays) {
    std::string name = describeAllocation(array.alloc);
    if (llvm::is_contained(names, name))
      return std::to_string(arrays.size()) + " growable arrays";
    names.push_back(std::move(name));
  }
  return llvm::join(names, " and ");
}

/// Replaces a loop by one that carries arrays.
static void carry(scf::ForOp loop, ArrayRef<GrowableArray> arrays) {
  reportPassed(loop, LoweringOption::CarryWorkspaces,
               "carries " + describeArrays(arrays) + " to the next iteration");
  IRRewriter rewriter(loop.getContext());
  SmallVector<Value> nexts = emitNext(loop, arrays), inits;
  // Locations of block arguments contain the names of variables.
  auto locs = llvm::map_to_vector(
      loop.getBody()->getArguments(),
      [](BlockArgument argument) { return argument.getLoc(); });
  for (GrowableArray array : arrays) {
    array.dealloc.erase();
    array.alloc->moveBefore(loop);
    array.cast->moveBefore(loop);
    inits.push_back(array.cast);
    locs.push_back(array.cast.getLoc());
  }
  rewriter.setInsertionPoint(loop);
  DictionaryAttr attributes = loop->getDiscardableAttrDictionary();
  auto carrying = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/true,
      [&](OpBuilder &, Location, ArrayRef<BlockArgument>) { return nexts; }));
  carrying->setDiscardableAttrs(attributes);
  for (auto [argument, loc] :
       llvm::zip_equal(carrying.getBody()->getArguments(), locs))
    argument.setLoc(loc);
  rewriter.setInsertionPointAfter(carrying);
  for (Value last : carrying.getResults().take_back(arrays.size()))
    memref::DeallocOp::create(rewriter, last.getLoc(), last);
}

/// Checks that the iterations of a loop run one after another. Loops without
/// growable arrays are silent.
static LogicalResult verifySequential(scf::ForOp loop) {
  if (!isParallel(loop) && !isVector(loop) && !getGPUUnit(loop))
    return success();
  if (llvm::none_of(loop.getBody()->getOps<memref::AllocOp>(), isGrowable))
    return failure();
  return refuse(
      loop, isParallel(loop) ? "the loop is tagged `parallel` in `weft.loop`"
            : isVector(loop) ? "the loop is tagged `vector` in `weft.loop`"
                             : "the loop is tagged `gpu` in `weft.loop`");
}

unsigned weft::carryWorkspaces(func::FuncOp function) {
  // Inner loops first: an outer loop carries what an inner loop starts with.
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) {
    if (isChosen(loop, LoweringOption::CarryWorkspaces) &&
        succeeded(verifySequential(loop)))
      loops.push_back(loop);
  });
  unsigned numCarried = 0;
  for (scf::ForOp loop : loops) {
    hoistConstants(loop);
    SmallVector<GrowableArray> arrays = findArrays(loop);
    numCarried += arrays.size();
    if (!arrays.empty())
      carry(loop, arrays);
  }
  return numCarried;
}
