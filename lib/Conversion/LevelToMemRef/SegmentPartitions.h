//===- SegmentPartitions.h - Segments that threads fill ---------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the partitions of a loop that fill segments do to the array of their
// bounds (Segments.h). Between the two phases it is longer: behind what is said
// of all `parents` parents comes what each partition says of them, one
// partition after the other.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTPARTITIONS_H
#define WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTPARTITIONS_H

#include "Segments.h"

#include "weft/Conversion/LevelToMemRef/Buffers.h"
#include "weft/Conversion/LevelToMemRef/PartitionEmitter.h"

namespace weft {

/// Makes room in `pos` for what `numPartitions` partitions count.
void emitForkCounts(const LevelSite &site, mlir::Value &pos,
                    mlir::Value parents, mlir::Value numPartitions);

/// Keeps in `pos` what the partition of a number has counted in an array of its
/// own, which is freed.
void emitKeepCounts(const LevelSite &site, mlir::Value pos,
                    mlir::Value partition, mlir::Value parents,
                    mlir::Value number);

/// Adds what the partitions have counted to the numbers of children, and puts
/// in its stead how many children of a parent come before those of the
/// partition.
void emitConcatenateCounts(const LevelSite &site, mlir::Value pos,
                           mlir::Value parents);

/// How many partitions have counted.
mlir::Value emitCountedPartitions(const LevelSite &site, mlir::Value pos,
                                  mlir::Value parents);

/// An array of the places at which a partition stores its next child of each
/// parent, where `pos` has the begins of segments, and with each of them where
/// it is there.
mlir::Value emitPlaces(const LevelSite &site, mlir::Value pos,
                       mlir::Value parents, mlir::Value number);

/// Makes bounds of the begins of segments in `pos`, as taking all of the
/// `count` children would have, and leaves out what partitions said.
void emitConcatenatePlaces(const LevelSite &site, mlir::Value &pos,
                           mlir::Value parents, mlir::Value count);

/// The partition of an emitter that fills segments by threads, where the state
/// of the level has the array of bounds under the number `Pos` and how many
/// children there are under `Count`.
template <typename Base, unsigned Pos, unsigned Count>
struct FilledSegments : Base {
  void forkCounts(mlir::Attribute, const LevelSite &site, ValueVector &state,
                  mlir::Value parents, mlir::Value numPartitions) const {
    emitForkCounts(site, state[Pos], parents, numPartitions);
  }
  void beginCounts(mlir::Attribute, const LevelSite &site, ValueVector &state,
                   mlir::Value parents) const {
    state[Pos] = emitCounts(site, parents);
  }
  void keepCounts(mlir::Attribute, const LevelSite &site,
                  mlir::ValueRange state, mlir::ValueRange partition,
                  mlir::Value parents, mlir::Value number) const {
    emitPositionCheck(site, partition[Count]);
    emitKeepCounts(site, state[Pos], partition[Pos], parents, number);
  }
  void concatenateCounts(mlir::Attribute, const LevelSite &site,
                         ValueVector &state, mlir::Value parents) const {
    emitConcatenateCounts(site, state[Pos], parents);
  }
  mlir::Value numPartitions(mlir::Attribute, const LevelSite &site,
                            mlir::ValueRange state, mlir::Value parents) const {
    return emitCountedPartitions(site, state[Pos], parents);
  }
  void beginPlaces(mlir::Attribute, const LevelSite &site, ValueVector &state,
                   mlir::Value parents, mlir::Value number) const {
    state[Pos] = emitPlaces(site, state[Pos], parents, number);
  }
  void endPlaces(mlir::Attribute, const LevelSite &site,
                 mlir::ValueRange partition) const {
    emitFree(site.builder, partition[Pos]);
  }
  void concatenatePlaces(mlir::Attribute, const LevelSite &site,
                         ValueVector &state, mlir::Value parents) const {
    emitConcatenatePlaces(site, state[Pos], parents, state[Count]);
  }
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_LEVELTOMEMREF_SEGMENTPARTITIONS_H
